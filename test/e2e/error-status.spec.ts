import { newToken } from '../../src/account/access/token-secret.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const PROFILE = '/client/api/profile';

/** Errors whose HTTP status follows the mode, with the status that they have by themselves. */
const FOLLOWING = [
  ['/client/api/content/999', 404, 109],
  ['/client/api/products?products_id=999', 404, 109],
  ['/client/api/products?base=2', 400, 114],
  ['/client/api/newOrder/1/params', 400, 114],
  ['/client/api/newOrder/999?order_uuid=0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11', 404, 109],
  ['/client/api/check', 400, 114],
] as const;

/** Errors that keep their status in every mode. */
const KEEPING = [
  ['GET', '/client/api/nothing', 404],
  ['PUT', PROFILE, 405],
  ['HEAD', '/client/api/newOrder/1/params', 405],
] as const;

const MODES = ['semantic', 'always-200'] as const;

describe.each(MODES)('with ERROR_HTTP_STATUS=%s', (server) => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startTestShop({ ERROR_HTTP_STATUS: server });
  });

  afterAll(() => shop.close());

  const statusBy = (mode: string, status: number): number => (mode === 'always-200' ? 200 : status);

  it('a caller without a known account gets the mode of the server', async () => {
    const missing = await shop.request(PROFILE);
    const invalid = await shop.request(PROFILE, { token: newToken() });

    expect([missing.status, missing.json]).toEqual([
      statusBy(server, 401),
      expect.objectContaining({ code: 120 }),
    ]);
    expect([invalid.status, invalid.json]).toEqual([
      statusBy(server, 401),
      expect.objectContaining({ code: 121 }),
    ]);
  });

  describe.each([undefined, ...MODES])('an account that is set to %s', (own) => {
    const mode = own ?? server;
    const row = own === undefined ? {} : { errorHttpStatus: own };

    it.each(FOLLOWING)('gets for %s the status of its mode', async (path, status, code) => {
      const account = await shop.account(row);

      const answer = await account.api(path);

      expect([answer.status, answer.json]).toEqual([
        statusBy(mode, status),
        expect.objectContaining({ status: 'ERROR', code, error_code: code }),
      ]);
    });

    it.each(KEEPING)('gets for %s %s its own status', async (method, path, status) => {
      const account = await shop.account(row);

      expect((await account.api(path, { method })).status).toBe(status);
    });

    it('gets its mode for refusals by the guard too, as soon as it is known', async () => {
      const barred = await shop.account({ ...row, apiPermitted: false });
      const elsewhere = await shop.account({ ...row, allowedIps: ['203.0.113.7'] });
      const usual = await shop.account(row);
      await shop.db.query('UPDATE maintenance SET enabled = true');
      const answers = [
        await barred.api(PROFILE),
        await elsewhere.api(PROFILE),
        await usual.api(PROFILE),
      ];
      await shop.db.query('UPDATE maintenance SET enabled = false');

      expect(answers.map(({ status, json }) => [status, (json as { code: number }).code])).toEqual([
        [statusBy(mode, 403), 122],
        [statusBy(mode, 403), 123],
        [statusBy(mode, 503), 130],
      ]);
    });

    it('gets 500 for an error that nobody foresaw', async () => {
      const account = await shop.account(row);
      await shop.db.query('ALTER TABLE maintenance RENAME TO maintenance_away');
      const broken = await account.api(PROFILE);
      await shop.db.query('ALTER TABLE maintenance_away RENAME TO maintenance');

      expect(broken.status).toBe(500);
    });
  });
});
