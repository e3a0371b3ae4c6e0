import { vi } from 'vitest';
import { hashOfToken, newToken } from '../../../src/account/access/token-secret.js';
import { Database } from '../../../src/database/database.js';
import { HttpClient } from '../../support/http-client.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

const PROFILE = '/client/api/profile';
const WRONG_TOKENS = 300;

let shop: TestShop;
/** Sends requests without reading the revisions first, which would cost statements of its own. */
let client: HttpClient;

beforeAll(async () => {
  shop = await workerShop();
  client = new HttpClient(shop.baseUrl);
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => {
  client.close();
});

/** 0 for an answer that is no error. */
async function codeOf(token: string): Promise<number> {
  const { json } = await client.send(PROFILE, { token });
  return (json as { code?: number }).code ?? 0;
}

/** The statements of the pool from now on that read tokens. */
function countStatements(): () => number {
  const query = vi.spyOn(shop.service(Database).manager, 'query');
  return () => query.mock.calls.filter(([sql]) => sql.includes('access_token')).length;
}

/** An instance learns of a token that was issued elsewhere some milliseconds later. */
async function untilKnown(token: string): Promise<void> {
  while ((await codeOf(token)) !== 0);
}

const wrongTokens = (): Promise<number[]> =>
  Promise.all(Array.from({ length: WRONG_TOKENS }, () => codeOf(newToken())));

it('wrong tokens that come together share a few statements', async () => {
  const statements = countStatements();
  for (const round of ['the first time', 'with the tokens known']) {
    const before = statements();
    const codes = await wrongTokens();
    expect([round, new Set(codes)]).toEqual([round, new Set([121])]);
    expect(statements() - before).toBeLessThan(WRONG_TOKENS / 5);
  }
});

it('wrong tokens cost no statement at all while nothing changes', async () => {
  const statements = countStatements();
  // Until the tokens are in memory, and of the present revision.
  for (;;) {
    const before = statements();
    expect(new Set(await wrongTokens())).toEqual(new Set([121]));
    if (statements() === before) break;
  }
});

it('wrong tokens leave what is remembered of others alone', async () => {
  const { token } = await shop.account();
  await untilKnown(token);
  await wrongTokens();
  const statements = countStatements();
  expect(await codeOf(token)).toBe(0);
  expect(statements()).toBe(0);
});

it('the first requests of a token that come together share a few statements', async () => {
  const { token } = await shop.account();
  const statements = countStatements();
  const codes = await Promise.all(Array.from({ length: WRONG_TOKENS }, () => codeOf(token)));
  expect(new Set(codes)).toEqual(new Set([0]));
  expect(statements()).toBeLessThan(WRONG_TOKENS / 5);
});

it.each([
  ['revoked', 'UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1'],
  ['expired', "UPDATE access_tokens SET expires_at = now() - interval '1 s' WHERE token_hash = $1"],
  ['deleted', 'DELETE FROM access_tokens WHERE token_hash = $1'],
])('a token that was %s is asked for no more than once', async (_, statement) => {
  const { token } = await shop.account();
  await untilKnown(token);
  await shop.db.query(statement, [hashOfToken(token)]);
  while ((await codeOf(token)) === 0);
  const statements = countStatements();
  // Few statements are needed once the instance has learned of the change.
  for (;;) {
    const before = statements();
    const codes = await Promise.all(Array.from({ length: WRONG_TOKENS }, () => codeOf(token)));
    expect(new Set(codes)).toEqual(new Set([121]));
    if (statements() - before < WRONG_TOKENS / 5) break;
  }
});

it('a token that is too long to be one is refused before anything is read', async () => {
  const statements = countStatements();
  expect(await codeOf('x'.repeat(20_000))).toBe(121);
  expect(statements()).toBe(0);
});
