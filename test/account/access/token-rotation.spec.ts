import { Client } from 'pg';
import { AccessTokenService } from '../../../src/account/access/access-token.service.js';
import { hashOfToken } from '../../../src/account/access/token-secret.js';
import type { Scope } from '../../../src/account/access/scopes.js';
import { soukJson } from '../../support/command-line.js';
import type { Answer, Ask } from '../../support/http-client.js';
import { Instance } from '../../support/instance.js';
import type { TestDatabase } from '../../support/test-database.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

const SCOPES: readonly Scope[] = ['catalog', 'rotate'];

let shop: TestShop;
let db: TestDatabase;
let other: Instance;
let accountId: number;

beforeAll(async () => {
  shop = await workerShop();
  ({ db } = shop);
  ({ id: accountId } = await shop.account());
  // A shop of its own: a second server, which must know at once what the first one has changed.
  other = await Instance.on(db);
});
afterAll(() => other.close());

interface Server {
  send(token: string, route: string, ask?: Ask): Promise<Answer>;
}

/** The running shop, which learns of changes as in production, too. */
const one: Server = {
  send: (token, route, ask = {}) => shop.requestPage(`/client/api/${route}`, { ...ask, token }),
};

const codeOf = async (token: string, instance: Server = one): Promise<number> => {
  const { json } = await instance.send(token, 'profile');
  return (json as { code?: number }).code ?? 0;
};

/** @returns the answer's successor; its code if it is an error. */
async function rotated(token: string, instance: Server = one): Promise<string | number> {
  const { json } = await instance.send(token, 'tokens/rotate', { method: 'POST' });
  const answer = json as { token?: string; code?: number };
  return answer.token ?? answer.code ?? 0;
}

async function successorOf(token: string, instance: Server = one): Promise<string> {
  const successor = await rotated(token, instance);
  if (typeof successor === 'number') throw new Error(`rotate answered ${successor}`);
  return successor;
}

/** The hours that a token has left; null without an expiry. */
async function hoursLeft(token: string): Promise<number | null> {
  const [row] = await db.query<{ hours: number | null }>(
    `SELECT round(extract(epoch FROM expires_at - now()) / 3600, 1)::float8 AS hours
     FROM access_tokens WHERE token_hash = $1`,
    [hashOfToken(token)],
  );
  return row?.hours ?? null;
}

async function idOf(token: string): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    'SELECT id FROM access_tokens WHERE token_hash = $1',
    [hashOfToken(token)],
  );
  return row?.id ?? 0;
}

async function waitsForLock(): Promise<boolean> {
  const [row] = await db.query<{ waits: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE '%access_tokens%') AS waits`,
  );
  return row?.waits === true;
}

it('gives a successor with the settings of the token, which no cache may keep', async () => {
  const token = await shop.token(accountId, {
    scopes: SCOPES,
    allowedIps: ['127.0.0.0/8'],
    expires: '90 days',
  });
  const { status, headers, json } = await one.send(token, 'tokens/rotate', { method: 'POST' });
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const successor = (json as { token: string }).token;
  const settings = (of: string) =>
    db.query(
      `SELECT account_id, scopes, allowed_ips::text[] AS ips, expires_at, to_json(expires_at AT TIME ZONE 'UTC') AS text
       FROM access_tokens WHERE token_hash = $1`,
      [hashOfToken(of)],
    );
  const [expected] = await settings(token);
  expect(await settings(successor)).toEqual([expected]);
  expect(new Date((json as { expires_at: string }).expires_at)).toEqual(
    (expected as { expires_at: Date }).expires_at,
  );
});

it('leaves the token as it is until the successor is first used, and then gives it a day', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES });
  const successor = await successorOf(token);
  expect([await codeOf(token), await hoursLeft(token)]).toEqual([0, null]);
  expect(await codeOf(successor, other)).toBe(0);
  expect([await codeOf(token), await codeOf(token, other)]).toEqual([0, 0]);
  expect([await hoursLeft(token), await hoursLeft(successor)]).toEqual([24, null]);
});

it('never gives the token more time than it had', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES, expires: '2 hours' });
  const successor = await successorOf(token);
  expect(await codeOf(successor)).toBe(0);
  expect([await hoursLeft(token), await hoursLeft(successor)]).toEqual([2, 2]);
});

it('replaces a successor that was not used, however often an answer is lost', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES });
  const lost = [await successorOf(token), await successorOf(token, other)];
  const successor = await successorOf(token);
  for (const each of lost) {
    expect([await codeOf(each), await codeOf(each, other)]).toEqual([121, 121]);
  }
  expect([await codeOf(token), await hoursLeft(token)]).toEqual([0, null]);
  expect(await codeOf(successor, other)).toBe(0);
  const [family] = await db.query(
    'SELECT count(*)::integer AS tokens FROM access_tokens WHERE family_id = $1',
    [await idOf(token)],
  );
  expect(family).toEqual({ tokens: 2 });
});

it('lets only the last token of a family be replaced, for a stolen old one could else win', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES });
  const second = await successorOf(token);
  expect(await codeOf(second)).toBe(0);
  expect(await rotated(token)).toBe(124);
  const third = await successorOf(second);
  expect(await rotated(token, other)).toBe(124);
  // Its own request for a successor is the first use.
  const fourth = await successorOf(third);
  expect(await rotated(second)).toBe(124);
  expect(await hoursLeft(second)).toBe(24);
  expect(await codeOf(fourth)).toBe(0);
});

it('is no first use when the guard refuses the successor', async () => {
  const token = await shop.token(accountId, { scopes: ['rotate'] });
  const successor = await successorOf(token);
  const { json } = await one.send(successor, 'products');
  expect(json).toMatchObject({ code: 124 });
  expect(await hoursLeft(token)).toBeNull();
  expect(typeof (await rotated(token))).toBe('string');
});

it('strands nobody when 64 calls come at once on two instances', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES });
  const calls = Array.from({ length: 64 }, (_, index) => rotated(token, index % 2 ? one : other));
  const answers = await Promise.all(calls);
  const successors = answers.filter((answer) => typeof answer === 'string');
  // The others were too many at once.
  expect(answers.filter((answer) => answer !== 111 && typeof answer === 'number')).toEqual([]);
  expect(new Set(successors).size).toBe(successors.length);
  expect([await codeOf(token), await hoursLeft(token)]).toEqual([0, null]);
  const codes = await Promise.all(successors.map((each) => codeOf(each, other)));
  expect(codes.filter((code) => code === 0)).toHaveLength(1);
  expect(codes.filter((code) => code === 121)).toHaveLength(successors.length - 1);
  const survivor = successors[codes.indexOf(0)] ?? '';
  expect(await hoursLeft(token)).toBe(24);
  expect(await codeOf(await successorOf(survivor))).toBe(0);
});

it('keeps a successor in force that 32 requests use first while others rotate', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES });
  const successor = await successorOf(token);
  const uses = Array.from({ length: 32 }, (_, index) => codeOf(successor, index % 2 ? one : other));
  const rotations = Array.from({ length: 8 }, () => rotated(token, other));
  const used = await Promise.all(uses);
  const replaced = await Promise.all(rotations);
  // Either it was used before the others rotated, or it was replaced before it was used; never both.
  const isInForce = used.includes(0);
  expect(replaced.some((answer) => typeof answer === 'string') && isInForce).toBe(false);
  expect(await codeOf(successor)).toBe(isInForce ? 0 : 121);
  expect(await codeOf(token)).toBe(0);
});

it('is not replaced any more when its successor is being used at that moment', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES });
  const successor = await successorOf(token);
  const session = new Client(db.directUrl);
  await session.connect();
  try {
    // As the first use of the successor does, but not committed yet.
    await session.query('BEGIN');
    await session.query('SELECT FROM access_tokens WHERE id = $1 FOR UPDATE', [await idOf(token)]);
    await session.query('UPDATE access_tokens SET pending = false WHERE token_hash = $1', [
      hashOfToken(successor),
    ]);
    const answer = rotated(token);
    await until(waitsForLock);
    await session.query('COMMIT');
    expect(await answer).toBe(124);
  } finally {
    await session.end();
  }
  expect(await codeOf(successor)).toBe(0);
});

it('gets no successor past the revocation of all tokens of its account', async () => {
  const { id, token } = await shop.account();
  const session = new Client(db.directUrl);
  await session.connect();
  try {
    // As a rotation does, but not committed yet.
    await session.query('BEGIN');
    await session.query('UPDATE access_tokens SET family_id = id WHERE token_hash = $1', [
      hashOfToken(token),
    ]);
    await session.query(
      `INSERT INTO access_tokens (account_id, token_hash, label, family_id, pending)
       SELECT account_id, $2, label, family_id, true FROM access_tokens WHERE token_hash = $1`,
      [hashOfToken(token), hashOfToken('successor')],
    );
    const revoked = shop.service(AccessTokenService).revokeAllOf(id);
    await until(waitsForLock);
    await session.query('COMMIT');
    await revoked;
  } finally {
    await session.end();
  }
  const live = 'SELECT FROM access_tokens WHERE account_id = $1 AND revoked_at IS NULL';
  expect(await db.query(live, [id])).toEqual([]);
});

it('says nothing of an expiry that never comes', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES });
  await db.query("UPDATE access_tokens SET expires_at = 'infinity' WHERE token_hash = $1", [
    hashOfToken(token),
  ]);
  const { json } = await one.send(token, 'tokens/rotate', { method: 'POST' });
  expect(json).toMatchObject({ status: 'OK', expires_at: null });
  expect(await soukJson(shop, 'token', 'list', String(accountId))).toContainEqual(
    expect.objectContaining({ id: await idOf(token), expires_at: null }),
  );
});

it('is changed and revoked as a whole, whichever of its tokens is named', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES });
  const second = await successorOf(token);
  expect(await codeOf(second)).toBe(0);
  const third = await successorOf(second);
  const souk = (...words: string[]) => soukJson(shop, 'token', ...words);
  await souk('set', String(await idOf(second)), '--ip', '192.0.2.1');
  const everywhere = async (code: number): Promise<void> => {
    for (const each of [token, second, third]) {
      for (const instance of [one, other]) {
        await until(async () => (await codeOf(each, instance)) === code);
      }
    }
  };
  await everywhere(123);
  await souk('set', String(await idOf(token)), '--ip', 'none');
  await souk('revoke', String(await idOf(token)));
  await everywhere(121);
});

it('is audited with the token as the actor, and shows no secret anywhere', async () => {
  const token = await shop.token(accountId, { scopes: SCOPES });
  const successor = await successorOf(token);
  const id = await idOf(token);
  const entries = await db.query(
    'SELECT action, outcome, details FROM audit_entries WHERE actor = $1',
    [`token:${id}`],
  );
  const details = { account: accountId, token: id };
  expect(entries).toEqual([{ action: 'token rotate', outcome: 'done', details }]);
  const [row] = await db.query<{ text: string }>(
    'SELECT row_to_json(t)::text AS text FROM access_tokens t WHERE token_hash = $1',
    [hashOfToken(successor)],
  );
  expect(row?.text).not.toContain(successor);
});
