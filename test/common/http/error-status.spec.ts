import { vi } from 'vitest';
import { newToken } from '../../../src/account/access/token-secret.js';
import { NotReadyError } from '../../../src/health/health.errors.js';
import { HealthService } from '../../../src/health/health.service.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const PROFILE = '/client/api/profile';

const UUID = '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
const NEW_ORDER = `/client/api/newOrder/999/params?order_uuid=${UUID}`;

/** Errors whose HTTP status follows the mode, with the status that they have by themselves. */
const FOLLOWING = [
  ['GET', '/client/api/content/999', 404, 109],
  ['GET', '/client/api/products?products_id=999', 404, 109],
  ['GET', '/client/api/products?base=2', 400, 114],
  ['GET', '/client/api/check', 400, 114],
  ['GET', '/client/api/check?orders=newOrder/1&seal=1', 400, 114],
  ['GET', '/client/api/newOrder/1/params', 400, 114],
  ['GET', `//client//api/NEWORDER/999/params/?order_uuid=${UUID}`, 404, 109],
  ['GET', `/client/api/newOrder/999?order_uuid=${UUID}`, 404, 109],
  ['POST', NEW_ORDER, 404, 109],
  ['POST', `/client/api/newOrder/999/?order_uuid=${UUID}`, 404, 109],
] as const;

/** Errors that keep their status in every mode. */
const KEEPING = [
  ['GET', '/client/api/nothing', 404],
  ['PUT', PROFILE, 405],
  ['HEAD', '/client/api/newOrder/1/params', 405],
  ['PUT', '/client/api/newOrder/1', 405],
  ['GET', '/client/api/newOrder/1/param', 404],
  ['GET', '/client/api/newOrder', 404],
] as const;

const MODES = ['semantic', 'always-200', 'orders-200'] as const;

/** The HTTP status that a mode gives to an error of GET or POST that follows it. */
function statusBy(mode: string, path: string, status: number): number {
  const isOrder = path.toLowerCase().split('?', 1).join('').includes('/neworder/');
  return mode === 'always-200' || (mode === 'orders-200' && isOrder) ? 200 : status;
}

describe.each(MODES)('with ERROR_HTTP_STATUS=%s', (server) => {
  let shop: TestShop;

  beforeAll(async () => {
    // A shop of its own: the mode of the server is a setting.
    shop = await startTestShop({ ERROR_HTTP_STATUS: server });
  });

  afterAll(() => shop.close());

  it.each([PROFILE, NEW_ORDER])(
    'a caller without a known account gets for %s the mode of the server',
    async (path) => {
      const missing = await shop.request(path);
      const invalid = await shop.request(path, { token: newToken() });

      expect([missing.status, missing.json]).toEqual([
        statusBy(server, path, 401),
        expect.objectContaining({ code: 120 }),
      ]);
      expect([invalid.status, invalid.json]).toEqual([
        statusBy(server, path, 401),
        expect.objectContaining({ code: 121 }),
      ]);
    },
  );

  it('an undecodable path gets the mode of the server, because no account is known yet', async () => {
    const path = '/client/api/newOrder/%zz/params';
    const { api } = await shop.account({ errorHttpStatus: 'semantic' });

    const { status, json } = await api(path);

    expect([status, json]).toMatchObject([statusBy(server, path, 400), { code: 114 }]);
  });

  it('HEAD of newOrder, which is no order, has its own status unless all errors are 200', async () => {
    const { status } = await shop.request(NEW_ORDER, { method: 'HEAD' });

    expect(status).toBe(statusBy(server, PROFILE, 401));
  });

  it('an instance that is not ready says so by its status, whatever the mode', async () => {
    const ready = vi.spyOn(shop.service(HealthService), 'assertReady');
    ready.mockRejectedValueOnce(new NotReadyError('it stops'));

    expect((await shop.requestPage('/health/ready')).status).toBe(503);
  });

  describe.each([undefined, ...MODES])('an account that is set to %s', (own) => {
    const mode = own ?? server;
    const row = own === undefined ? {} : { errorHttpStatus: own };
    let account: TestAccount;

    beforeAll(async () => {
      account = await shop.account(row);
    });

    it.each(FOLLOWING)(
      'gets for %s %s the status of its mode',
      async (...[method, path, status, code]) => {
        const answer = await account.api(path, { method });

        expect([answer.status, answer.json]).toEqual([
          statusBy(mode, path, status),
          expect.objectContaining({ status: 'ERROR', code, error_code: code }),
        ]);
      },
    );

    it.each(KEEPING)('gets for %s %s its own status', async (method, path, status) => {
      expect((await account.api(path, { method })).status).toBe(status);
    });

    it.each([PROFILE, NEW_ORDER])(
      'gets its mode for refusals of %s by the guard too, as soon as it is known',
      async (path) => {
        const barred = await shop.account({ ...row, apiPermitted: false });
        const elsewhere = await shop.account({ ...row, allowedIps: ['203.0.113.7'] });
        await shop.db.query('UPDATE maintenance SET enabled = true');
        const answers = [
          await barred.api(path),
          await elsewhere.api(path),
          await account.api(path),
        ];
        await shop.db.query('UPDATE maintenance SET enabled = false');

        const codes = answers.map(({ status, json }) => [status, (json as { code: number }).code]);
        expect(codes).toEqual([
          [statusBy(mode, path, 403), 122],
          [statusBy(mode, path, 403), 123],
          [statusBy(mode, path, 503), 130],
        ]);
      },
    );

    it('gets 500 for an error that nobody foresaw', async () => {
      // A new one, of which the server remembers nothing yet.
      const { api } = await shop.account(row);
      await shop.db.query('ALTER TABLE maintenance RENAME TO maintenance_away');
      const broken = [await api(PROFILE), await api(NEW_ORDER)];
      await shop.db.query('ALTER TABLE maintenance_away RENAME TO maintenance');

      expect(broken.map(({ status }) => status)).toEqual([500, 500]);
    });
  });
});
