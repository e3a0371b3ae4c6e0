import { newToken } from '../../../src/account/access/token-secret.js';
import type { Ask } from '../../support/http-client.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

const PROFILE = '/client/api/profile';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

/** 0 for an answer that is no error. */
async function codeOf(ask: Ask, path = PROFILE): Promise<number> {
  const { json } = await shop.request(path, ask);
  return (json as { code?: number }).code ?? 0;
}

describe('a token', () => {
  it.each([
    ['api-token', (token: string) => token],
    ['API-Token', (token: string) => token],
    ['x-api-token', (token: string) => token],
    ['x-api-key', (token: string) => token],
    ['Authorization', (token: string) => `Bearer ${token}`],
    ['authorization', (token: string) => `bearer ${token}`],
    ['Authorization', (token: string) => `BEARER  ${token}`],
  ])('is accepted in the header %s', async (name, value) => {
    const { token } = await shop.account();

    expect(await codeOf({ headers: { [name]: value(token) } })).toBe(0);
  });

  it.each([
    [{}],
    [{ 'api-token': '' }],
    [{ Authorization: 'Bearer' }],
    [{ Authorization: 'Basic dXNlcjpwYXNz' }],
    [{ Cookie: 'api-token=abc' }],
  ])('is missing with %j', async (headers) => {
    expect(await codeOf({ headers })).toBe(120);
  });

  it('is missing when Authorization holds it without the word Bearer', async () => {
    const { token } = await shop.account();

    expect(await codeOf({ headers: { Authorization: token } })).toBe(120);
  });

  it.each(['abc', '0'.repeat(64), 'ä'.repeat(10), "' OR 1=1 --", 'x'.repeat(8_000)])(
    'is not valid when it is %s',
    async (token) => {
      expect(await codeOf({ token })).toBe(121);
    },
  );

  it('is not valid in upper case or with another character', async () => {
    const { token } = await shop.account();

    expect(await codeOf({ token: `${token}0` })).toBe(121);
    expect(await codeOf({ token: token.slice(1) })).toBe(121);
    expect(await codeOf({ token: token.toUpperCase() })).toBe(121);
  });
});

describe('two tokens in one request', () => {
  it('are decided by api-token, also where it is the wrong one', async () => {
    const { token } = await shop.account();
    const authorization = (value: string): Record<string, string> => ({
      Authorization: `Bearer ${value}`,
    });

    expect(await codeOf({ token, headers: authorization(newToken()) })).toBe(0);
    expect(await codeOf({ token: newToken(), headers: authorization(token) })).toBe(121);
  });

  it('in two lines of one header open nothing', async () => {
    const { token } = await shop.account();

    expect(await codeOf({ headers: { 'api-token': [token, newToken()] } })).toBe(121);
  });
});

describe('a token in the URL or body', () => {
  const NAMES = ['api-token', 'api_token', 'token', 'access_token', 'x-api-key', 'Authorization'];

  it.each(NAMES)('as %s is no token, and is not in the log', async (name) => {
    const { token } = await shop.account();
    const before = shop.logs().length;

    expect(await codeOf({}, `${PROFILE}?${name}=${token}`)).toBe(120);
    expect(await codeOf({}, `${PROFILE}?${name}=Bearer%20${token}`)).toBe(120);
    const logged = shop.logs().slice(before).join('');
    expect(logged).toContain(`${PROFILE}?${name}=***`);
    expect(logged).not.toContain(token);
  });

  it.each(NAMES)('as %s in a form or JSON is no token either', async (name) => {
    const { token } = await shop.account();
    const path = '/client/api/newOrder/1/params';
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const json = { 'Content-Type': 'application/json' };
    const method = 'POST';
    const before = shop.logs().length;

    expect(await codeOf({ method, headers: form, body: `${name}=${token}` }, path)).toBe(120);
    expect(await codeOf({ method, headers: json, body: `{"${name}":"${token}"}` }, path)).toBe(120);
    expect(shop.logs().slice(before).join('')).not.toContain(token);
  });

  it.each([
    ['as a bare word', (token: string) => `?${token}`],
    ['as a parameter name', (token: string) => `?${token}=1`],
    ['as a path segment', (token: string) => `/${token}`],
    ['percent-encoded', (token: string) => `?%61pi-token=${token}`],
  ])('%s is not in the log', async (_, suffix) => {
    const { token } = await shop.account();
    const before = shop.logs().length;

    expect([120, 404]).toContain(await codeOf({}, PROFILE + suffix(token)));
    expect(shop.logs().slice(before).join('')).not.toContain(token);
  });

  it('does not disturb a request that carries one in the header', async () => {
    const { token } = await shop.account();

    expect(await codeOf({ token }, `${PROFILE}?api-token=${newToken()}`)).toBe(0);
  });
});

describe('the log', () => {
  it('never holds a token, whichever header it came in', async () => {
    const { token } = await shop.account();
    const before = shop.logs().length;
    for (const name of ['api-token', 'x-api-token', 'x-api-key']) {
      await codeOf({ headers: { [name]: token } });
    }
    await codeOf({ headers: { Authorization: `Bearer ${token}` } });

    const logged = shop.logs().slice(before).join('');
    expect(logged).toContain(PROFILE);
    expect(logged).not.toContain(token);
  });
});
