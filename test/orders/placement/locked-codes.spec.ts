import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { vi } from 'vitest';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import { HandedOutCodes } from '../../../src/fulfillment/codes/clearance/handed-out-codes.js';
import { CodeStockRepository } from '../../../src/fulfillment/codes/stock/code-stock.repository.js';
import { OrdersTogether } from '../../../src/orders/placement/orders-together.js';
import { until } from '../../support/until.js';
import type { TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

const WAITING = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%stock_codes%'`;

let shop: TestShop;
let locker: Client;

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(async () => {
  locker = new Client({ connectionString: shop.db.directUrl });
  await locker.connect();
  await locker.query('BEGIN');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await locker.end();
});

/** A product whose only code another session has locked. */
async function locked(): Promise<{ readonly product: number; readonly stock: string }> {
  const stock = fresh('locked');
  const codes = Readable.from([`${stock}-code`]);
  await shop.service(CodeImportService).import(stock, codes, { dryRun: false });
  const fulfillment = [{ handler: 'codes', settings: { stock } }];
  const product = await shop.product({ price: '2', fulfillment });
  await locker.query('SELECT FROM stock_codes WHERE stock = $1 FOR UPDATE', [stock]);
  return { product, stock };
}

describe('while another transaction has locked the last codes of a stock', () => {
  it.each(['batch', 'transaction of its own'])(
    'an order in a %s waits, and gets those that are given back',
    async (way) => {
      const { product, stock } = await locked();
      const account = await shop.account({ balance: '9' });
      if (way !== 'batch')
        vi.spyOn(shop.service(OrdersTogether), 'place').mockResolvedValueOnce(new Map());
      const asked = account.api(
        `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`,
      );
      await until(async () => (await shop.db.query(WAITING)).length > 0);
      await locker.query('ROLLBACK');
      expect((await asked).json).toMatchObject({
        data: { status: 'accept', replay_api: [{ replay: [`${stock}-code`] }] },
      });
    },
  );

  it('an order that waits for them keeps no other codes from other orders', async () => {
    const { product, stock } = await locked();
    const more = Readable.from([`${stock}-more`]);
    await shop.service(CodeImportService).import(stock, more, { dryRun: false });
    const account = await shop.account({ balance: '9' });
    const order = (qty: number) =>
      account.api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&qty=${qty}`);
    const waiting = order(2);
    await until(async () => (await shop.db.query(WAITING)).length > 0);
    expect((await order(1)).json).toMatchObject({
      data: { status: 'accept', replay_api: [{ replay: [`${stock}-more`] }] },
    });
    await locker.query('ROLLBACK');
    expect((await waiting).json).toMatchObject({ code: 105 });
  });

  it('an order is 105 once they are gone', async () => {
    const { product, stock } = await locked();
    const account = await shop.account({ balance: '9' });
    const asked = account.api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
    await until(async () => (await shop.db.query(WAITING)).length > 0);
    await locker.query('UPDATE stock_codes SET delivered_at = now() WHERE stock = $1', [stock]);
    await locker.query('COMMIT');
    expect((await asked).json).toMatchObject({ code: 105 });
  });

  it('an order is 111 if that lasts, and other orders of the account are placed', async () => {
    const { product } = await locked();
    const account = await shop.account({ balance: '9' });
    const plain = await shop.product({ price: '2' });
    const answer = await account.api(
      `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`,
    );
    expect(answer.json).toMatchObject({ code: 111 });
    const other = await account.api(
      `/client/api/newOrder/${plain}/params?order_uuid=${randomUUID()}`,
    );
    expect(other.json).toMatchObject({ data: { status: 'wait' } });
  });
});

describe('codes that were read before the server had answered in the lineage of the database', () => {
  let answeredIn: string | undefined;
  beforeEach(() => {
    answeredIn = 'another';
    vi.spyOn(shop.service(HandedOutCodes), 'answeredIn', 'get').mockImplementation(
      () => answeredIn,
    );
  });

  /** Sends an order whose statement for codes waits until the server has answered. */
  async function ordered(): Promise<unknown> {
    const { product } = await locked();
    await locker.query('ROLLBACK; BEGIN; LOCK TABLE code_stocks');
    const account = await shop.account({ balance: '9' });
    const asked = account.api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
    await until(async () => (await shop.db.query(WAITING)).length > 0);
    const [present] = await shop.db.query<{ lineage: string }>(
      'SELECT current_database_lineage() AS lineage',
    );
    answeredIn = present?.lineage;
    await locker.query('ROLLBACK');
    return (await asked).json;
  }

  it('are not handed out in a transaction of its own', async () => {
    vi.spyOn(shop.service(OrdersTogether), 'place').mockResolvedValueOnce(new Map());
    expect(await ordered()).toMatchObject({ code: 111 });
  });

  it('are not handed out in a batch, but those that are read again', async () => {
    const take = vi.spyOn(shop.service(CodeStockRepository), 'take');
    expect(await ordered()).toMatchObject({ data: { status: 'accept' } });
    expect(take).toHaveBeenCalledOnce();
  });
});
