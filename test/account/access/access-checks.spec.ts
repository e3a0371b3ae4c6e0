import { vi } from 'vitest';
import { Reflector } from '@nestjs/core';
import { MaintenanceService } from '../../../src/account/access/maintenance.service.js';
import { newToken } from '../../../src/account/access/token-secret.js';
import type { Ask } from '../../support/http-client.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

const PROFILE = '/client/api/profile';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: its maintenance closes it for everyone.
  shop = await startTestShop();
});

afterAll(() => shop.close());

/** 0 for an answer that is no error. */
async function codeOf(ask: Ask, path = PROFILE): Promise<number> {
  const { json } = await shop.request(path, ask);
  return (json as { code?: number }).code ?? 0;
}

describe('the checks', () => {
  const FAULTS = [
    [120, 'no token'],
    [121, 'unknown token'],
    [122, 'API not permitted'],
    [123, 'address not allowed'],
    [124, 'outside the scope'],
    [130, 'maintenance'],
  ] as const;

  afterEach(() => shop.service(MaintenanceService).close('nothing'));

  /** A request with the chosen faults, and the code that it is refused with. */
  async function refusalOf(faults: ReadonlySet<number>): Promise<number> {
    const { id } = await shop.account({
      apiPermitted: !faults.has(122),
      allowedIps: faults.has(123) ? ['203.0.113.7'] : [],
    });
    const token = await shop.token(id, { scopes: faults.has(124) ? ['books'] : ['catalog'] });
    await shop.service(MaintenanceService).close(faults.has(130) ? 'everything' : 'nothing');
    const given = faults.has(121) ? newToken() : token;
    return codeOf(faults.has(120) ? {} : { token: given }, '/client/api/products');
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
  it('sends no Retry-After, which common clients would sleep on each call', async () => {
    const { api } = await shop.account();
    const uuid = '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
    const paths = ['profile', 'catalog', 'check?orders=[]', `newOrder/1/params?order_uuid=${uuid}`];
    await shop.service(MaintenanceService).close('everything');
    const answers = await Promise.all(paths.map((path) => api(`/client/api/${path}`)));
    await shop.service(MaintenanceService).close('nothing');

    for (const { status, json, headers } of answers) {
      expect([status, json]).toMatchObject([503, { code: 130 }]);
      expect(headers).not.toHaveProperty('retry-after');
    }
  });

  const PUBLIC = [
    '/client/api/ping',
    '/client/api/integration',
    '/openapi.json',
    '/health/live',
    '/health/serving',
  ];

  it('begins and ends with the next request, for every instance', async () => {
    const { api } = await shop.account();
    const status = async (): Promise<number> => (await api(PROFILE)).status;

    expect(await status()).toBe(200);
    // By SQL, like a change by another instance.
    await shop.db.query('UPDATE maintenance SET enabled = true');
    expect(await status()).toBe(503);
    for (const path of PUBLIC) expect((await shop.request(path)).status).toBe(200);
    await shop.db.query('UPDATE maintenance SET enabled = false');
    expect(await status()).toBe(200);
  });
});

it('reads the decorators of a route once', async () => {
  const { api } = await shop.account();
  const read = vi.spyOn(Reflector.prototype, 'getAllAndOverride');
  await api(`${PROFILE}?first`);
  read.mockClear();
  await api(`${PROFILE}?second`);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});
