import { MaintenanceService } from '../../src/account/access/maintenance.service.js';
import { newToken } from '../../src/account/access/token-secret.js';
import type { Ask } from '../support/http-client.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const PROFILE = '/client/api/profile';

let shop: TestShop;

beforeAll(async () => {
  // The tests themselves are the trusted proxy, so that they can call from any address.
  shop = await startTestShop({ TRUST_PROXY: 'loopback' });
});

afterAll(() => shop.close());

/** 0 for an answer that is no error. */
async function codeOf(ask: Ask, path = PROFILE): Promise<number> {
  const { json } = await shop.request(path, ask);
  return (json as { code?: number }).code ?? 0;
}

const from = (address: string): Record<string, string> => ({ 'X-Forwarded-For': address });

describe('a token', () => {
  it.each([
    ['api-token', (token: string) => token],
    ['API-Token', (token: string) => token],
    ['x-api-token', (token: string) => token],
    ['x-api-key', (token: string) => token],
    ['Authorization', (token: string) => `Bearer ${token}`],
    ['authorization', (token: string) => `bearer ${token}`],
    ['Authorization', (token: string) => `BEARER  ${token}`],
  ])('opens the door in the header %s', async (name, value) => {
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

    expect(await codeOf({ method, headers: form, body: `${name}=${token}` }, path)).toBe(120);
    expect(await codeOf({ method, headers: json, body: `{"${name}":"${token}"}` }, path)).toBe(120);
    expect(shop.logs().join('')).not.toContain(token);
  });

  it.each([
    ['as a bare word', (token: string) => `?${token}`],
    ['as a parameter name', (token: string) => `?${token}=1`],
    ['as a path segment', (token: string) => `/${token}`],
    ['percent-encoded', (token: string) => `?%61pi-token=${token}`],
  ])('%s is not in the log', async (_, suffix) => {
    const { token } = await shop.account();

    expect([120, 404]).toContain(await codeOf({}, PROFILE + suffix(token)));
    expect(shop.logs().join('')).not.toContain(token);
  });

  it('does not disturb a request that carries one in the header', async () => {
    const { token } = await shop.account();

    expect(await codeOf({ token }, `${PROFILE}?api-token=${newToken()}`)).toBe(0);
  });
});

describe('the log', () => {
  it('never holds a token, whichever header it came in', async () => {
    const { token } = await shop.account();
    for (const name of ['api-token', 'x-api-token', 'x-api-key']) {
      await codeOf({ headers: { [name]: token } });
    }
    await codeOf({ headers: { Authorization: `Bearer ${token}` } });

    expect(shop.logs().join('')).toContain(PROFILE);
    expect(shop.logs().join('')).not.toContain(token);
  });
});

describe('tokens of an account', () => {
  it('live side by side until one is revoked or expires', async () => {
    const { id, token } = await shop.account();
    const second = await shop.token(id);
    const lasting = await shop.token(id, { expires: '1 hour' });
    const expired = await shop.token(id, { expires: '-1 second' });
    const codes = (): Promise<number[]> =>
      Promise.all([token, second, lasting, expired].map((each) => codeOf({ token: each })));

    expect(await codes()).toEqual([0, 0, 0, 121]);
    await shop.db.query(
      `UPDATE access_tokens SET revoked_at = now()
       WHERE id = (SELECT min(id) FROM access_tokens WHERE account_id = $1)`,
      [id],
    );
    expect(await codes()).toEqual([121, 0, 0, 121]);
  });

  it('expire at their moment and no request later', async () => {
    const { id } = await shop.account();
    const token = await shop.token(id, { expires: '1 hour' });
    await codeOf({ token });
    await shop.db.query('UPDATE access_tokens SET expires_at = now() WHERE account_id = $1', [id]);

    expect(await codeOf({ token })).toBe(121);
  });

  it('are stored as SHA-256 only', async () => {
    const { id, token } = await shop.account();
    const stored = await shop.db.query<{ row: string }>(
      'SELECT row_to_json(t)::text AS row FROM access_tokens t WHERE account_id = $1',
      [id],
    );

    expect(stored).toHaveLength(1);
    expect(stored[0]!.row).not.toContain(token);
  });

  it('remember when they were last used, but not that they were refused', async () => {
    const { id, token } = await shop.account({ allowedIps: ['203.0.113.7'] });
    const lastUse = async (): Promise<Date | null> => {
      const rows = await shop.db.query<{ last_used_at: Date | null }>(
        'SELECT last_used_at FROM access_tokens WHERE account_id = $1',
        [id],
      );
      return rows[0]!.last_used_at;
    };

    expect(await codeOf({ token, headers: from('203.0.113.8') })).toBe(123);
    expect(await lastUse()).toBeNull();
    expect(await codeOf({ token, headers: from('203.0.113.7') })).toBe(0);
    // Noted after the answer, by its own statement.
    while ((await lastUse()) === null) await new Promise(setImmediate);
  });
});

describe('Allowed IPs', () => {
  it.each([
    [['203.0.113.7'], '203.0.113.7'],
    [['203.0.113.0/24'], '203.0.113.255'],
    [['203.0.113.7'], '::ffff:203.0.113.7'],
    [['203.0.113.0/24'], '::ffff:cb00:7101'],
    [['2001:db8::1'], '2001:db8::1'],
    [['2001:db8::/32'], '2001:db8:0:ffff::1'],
    [['2001:db8::/32'], '2001:DB8:0:0::1'],
    [['198.51.100.1', '2001:db8::/32', '203.0.113.7'], '203.0.113.7'],
    [[], '203.0.113.7'],
  ])('%j let %s in', async (allowedIps, address) => {
    const { token } = await shop.account({ allowedIps });

    expect(await codeOf({ token, headers: from(address) })).toBe(0);
  });

  it.each([
    [['203.0.113.7'], '203.0.113.8'],
    [['203.0.113.0/24'], '203.0.114.1'],
    [['203.0.113.0/24'], '::ffff:203.0.114.1'],
    [['2001:db8::/32'], '2001:db9::1'],
    [['0.0.0.0/0'], '2001:db8::1'],
    [['::/0'], '203.0.113.7'],
    [['203.0.113.7'], '127.0.0.1'],
    [['203.0.113.7'], 'unknown'],
    [['203.0.113.7'], '203.0.113.7, 198.51.100.1'],
  ])('%j keep %s out', async (allowedIps, address) => {
    const { token } = await shop.account({ allowedIps });

    expect(await codeOf({ token, headers: from(address) })).toBe(123);
  });

  it('take the address that the trusted proxy saw, not what the caller claims before it', async () => {
    const { token } = await shop.account({ allowedIps: ['203.0.113.7'] });

    expect(await codeOf({ token, headers: from('198.51.100.1, 203.0.113.7') })).toBe(0);
    expect(await codeOf({ token, headers: from('203.0.113.7, 198.51.100.1') })).toBe(123);
  });

  it('see the socket alone where no proxy is trusted', async () => {
    const untrusting = await startTestShop();
    try {
      const far = await untrusting.account({ allowedIps: ['203.0.113.7'] });
      const near = await untrusting.account({ allowedIps: ['127.0.0.1'] });
      const headers = {
        ...from('203.0.113.7'),
        Forwarded: 'for=203.0.113.7',
        'X-Real-IP': '203.0.113.7',
      };

      expect((await far.api(PROFILE, { headers })).json).toMatchObject({ code: 123 });
      expect((await near.api(PROFILE, { headers })).json).toMatchObject({ status: 'OK' });
    } finally {
      await untrusting.close();
    }
  });
});

describe('the checks', () => {
  const FAULTS = [
    [120, 'no token'],
    [121, 'unknown token'],
    [122, 'API not permitted'],
    [123, 'address not allowed'],
    [130, 'maintenance'],
  ] as const;

  afterEach(() => shop.service(MaintenanceService).set(false));

  /** A request with the chosen faults, and the code that it is refused with. */
  async function refusalOf(faults: ReadonlySet<number>): Promise<number> {
    const { token } = await shop.account({
      apiPermitted: !faults.has(122),
      allowedIps: faults.has(123) ? ['203.0.113.7'] : [],
    });
    await shop.service(MaintenanceService).set(faults.has(130));
    const given = faults.has(121) ? newToken() : token;
    return codeOf(faults.has(120) ? {} : { token: given });
  }

  /** Every non-empty subset of the faults. */
  const SUBSETS = Array.from({ length: 2 ** FAULTS.length - 1 }, (_, subset) =>
    FAULTS.filter((__, bit) => ((subset + 1) >> bit) & 1),
  );

  it.each(SUBSETS.map((faults) => [faults.map(([, name]) => name).join(' and '), faults] as const))(
    'with %s give the lowest code',
    async (_, faults) => {
      const codes = faults.map(([code]) => code);

      expect(await refusalOf(new Set(codes))).toBe(Math.min(...codes));
    },
  );

  it('let a request without any fault in', async () => {
    expect(await refusalOf(new Set())).toBe(0);
  });

  it('come before everything that can be wrong with a request', async () => {
    const path = '/client/api/newOrder/0/params?qty=%&qty=1e3&qty=2';

    expect(await codeOf({}, path)).toBe(120);
    expect(await codeOf({ token: newToken() }, path)).toBe(121);
    const barred = await shop.account({ apiPermitted: false });
    expect(await codeOf({ token: barred.token }, path)).toBe(122);
  });
});

describe('maintenance', () => {
  const PUBLIC = ['/client/api/ping', '/client/api/integration', '/openapi.json', '/health/live'];

  it('begins and ends with the next request, for every instance', async () => {
    const { api } = await shop.account();
    const status = async (): Promise<number> => (await api(PROFILE)).status;

    expect(await status()).toBe(200);
    // By SQL, as another instance would.
    await shop.db.query('UPDATE maintenance SET enabled = true');
    expect(await status()).toBe(503);
    expect((await api(PROFILE)).headers['retry-after']).toMatch(/^\d+$/);
    for (const path of PUBLIC) expect((await shop.request(path)).status).toBe(200);
    await shop.db.query('UPDATE maintenance SET enabled = false');
    expect(await status()).toBe(200);
  });
});

describe('an account', () => {
  it('is barred and let in again with the next request', async () => {
    const { id, token } = await shop.account();
    const permit = (permitted: boolean): Promise<unknown> =>
      shop.db.query('UPDATE accounts SET api_permitted = $2 WHERE id = $1', [id, permitted]);

    await permit(false);
    expect(await codeOf({ token })).toBe(122);
    await permit(true);
    expect(await codeOf({ token })).toBe(0);
  });
});
