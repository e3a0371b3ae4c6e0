import { vi } from 'vitest';
import { KnownTokensRepository } from '../../src/account/access/known/known-tokens.repository.js';
import { KnownTokens } from '../../src/account/access/known/known-tokens.js';
import { newToken } from '../../src/account/access/token-secret.js';
import { Lanes } from '../../src/common/lanes.js';
import { OperatorSessions } from '../../src/people/sessions/operator-sessions.service.js';
import {
  OPERATOR_TOKEN_PREFIX,
  OperatorTokens,
} from '../../src/people/tokens/operator-tokens.service.js';
import type { Answer } from '../support/http-client.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const LONGEST_WAIT_MS = 2_000;

let shop: TestShop;
/** Look-ups that hang, and what ends them. */
let hanging: number;
let letGo: () => void;
let held: Promise<undefined>;
/** What ends the wait of each request that has no turn, by the test instead of by the clock. */
let ends: (() => void)[];

beforeAll(async () => {
  // A shop of its own: all places of its lane of strangers are taken.
  shop = await startTestShop();
});
beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  held = promise;
  letGo = () => {
    resolve(undefined);
  };
  hanging = 0;
  ends = [];
  const setTimer = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((end: () => void, ms, ...more) => {
    const isOfLane = /nested-turns|throttled-reads/.test(new Error('here').stack ?? '');
    if (!isOfLane || ms !== LONGEST_WAIT_MS) return setTimer(end, ms, ...more);
    ends.push(end);
    return setTimer(() => undefined);
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

const hang = async (): Promise<never> => {
  hanging += 1;
  await held;
  throw new Error('let go');
};
const waiting = (): number =>
  [...shop.service(Lanes).sums()].find(({ lane }) => lane === 'strangers')!.waitingRequests;

const bearer = (): Promise<Answer> =>
  shop.requestPage('/admin/api/v1/me', {
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN_PREFIX}${newToken()}` },
  });
const page = (): Promise<Answer> =>
  shop.requestPage('/console', { headers: { cookie: `__Host-souk_session=${newToken()}` } });
const reseller = (): Promise<Answer> =>
  shop.requestPage('/client/api/profile', { token: newToken() });

describe('a stranger for whom no turn comes', () => {
  it.each<[string, number, () => unknown, () => Promise<Answer>, RegExp]>([
    [
      'a token of the admin API',
      2,
      () => vi.spyOn(shop.service(OperatorTokens), 'find').mockImplementation(hang),
      bearer,
      /urn:souk:problem:unavailable/,
    ],
    [
      'the cookie of a session',
      2,
      () => vi.spyOn(shop.service(OperatorSessions), 'find').mockImplementation(hang),
      page,
      /<!doctype html>/i,
    ],
    [
      'a token of a reseller',
      1,
      () => {
        const known = shop.service(KnownTokens) as unknown as { isOf: () => boolean };
        // As after each change of access, until it is read.
        vi.spyOn(known, 'isOf').mockReturnValue(false);
        const tokens = shop.service(KnownTokensRepository);
        vi.spyOn(tokens, 'changesSince').mockImplementation(hang);
        vi.spyOn(tokens, 'existing').mockImplementation(hang);
      },
      reseller,
      /"code":111/,
    ],
  ])('with %s hears 503 when two seconds have passed', async (_, places, take, ask, body) => {
    take();
    const begun = Array.from({ length: places }, ask);
    await until(() => hanging === places);
    const before = ends.length;
    const stranger = ask();
    let hears: Answer | undefined;
    void stranger.then((answer) => (hears = answer));
    await until(() => waiting() === 1);
    expect([hears, ends.length - before]).toEqual([undefined, 1]);
    for (const end of ends) end();

    const { status, headers, text } = await stranger;
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^[12]$/)]);
    expect(text).toMatch(body);
    letGo();
    await Promise.allSettled(begun);
  });
});
