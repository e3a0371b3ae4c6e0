import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { souk, soukJson, soukWithInput } from '../support/command-line.js';
import { invariantsFromNow } from '../support/invariants.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

interface ShownOrder {
  readonly order_id: string;
  readonly order_uuid: string;
  readonly product_id: number;
  readonly unit_price: string;
  readonly decided_at: string | null;
  readonly status: string;
}

describe('the order commands', () => {
  let shop: TestShop;
  let folder: string;
  let faults: () => Promise<string[]>;
  let reseller: TestAccount;
  let product: number;
  const run = (...words: string[]) => souk(shop, ...words);
  const list = (...words: string[]) => soukJson<ShownOrder[]>(shop, 'order', 'list', ...words);
  const show = (order: string) => soukJson<ShownOrder>(shop, 'order', 'show', order);

  beforeAll(async () => {
    shop = await workerShop();
    faults = await invariantsFromNow(shop.db);
    folder = await mkdtemp(join(tmpdir(), 'souk-orders-'));
    reseller = await shop.account({ balance: '1000' });
    product = await shop.product({ price: '2', name: '=1+1' });
  });

  afterAll(async () => {
    expect(await faults()).toEqual([]);
    await rm(folder, { recursive: true });
  });

  async function placed(uuid: string = randomUUID(), account = reseller): Promise<string> {
    const { json } = await account.api(`/client/api/newOrder/${product}/params?order_uuid=${uuid}`);
    return (json as { data: { order_id: string } }).data.order_id;
  }

  describe('show', () => {
    it('takes an order_uuid in any spelling', async () => {
      const uuid = randomUUID();
      const order = await placed(uuid);
      expect(await show(uuid)).toMatchObject({ order_id: order, order_uuid: uuid });
      expect(await show(`{${uuid.toUpperCase()}}`)).toMatchObject({ order_id: order });
    });

    it('takes an order_uuid that is no UUID', async () => {
      const account = await shop.account({ balance: '10' });
      await soukJson(shop, 'account', 'set', String(account.id), '--order-uuid', 'opaque');
      const key = `invoice-17-${account.id}`;
      const order = await placed(key, account);
      expect(await show(key)).toMatchObject({ order_id: order });
    });

    it('says that nothing was charged under an unknown or sealed order_uuid', async () => {
      const [unknown, sealed] = [randomUUID(), randomUUID()];
      await reseller.api(`/client/api/check?orders=${sealed}&uuid=1&seal=1`);
      expect((await run('order', 'show', unknown)).err).toBe(
        `There is no order ${unknown}, and nothing was charged for it. See "souk order list".\n`,
      );
      expect((await run('order', 'show', sealed)).err).toBe(
        `The order_uuid ${sealed} is sealed for these accounts: ${reseller.id}. ` +
          'Nothing was charged for it, and it can never become an order.\n',
      );
    });

    it('tells what was charged, also of a rejected order and a test order', async () => {
      const uuid = randomUUID();
      const order = await placed(uuid);
      expect(await show(uuid)).toMatchObject({ status: 'wait', charged: '2 USD' });
      await run('order', 'reject', order, '--reason', 'no stock');
      expect(await show(uuid)).toMatchObject({ charged: 'no, 2 USD went back' });

      const testing = await shop.category({ testingOnly: true });
      const tested = await shop.product({ categoryId: testing });
      const tester = await shop.account({ testing: true });
      const path = `newOrder/${tested}/params?order_uuid=${uuid}`;
      const { json } = await tester.api(`/client/api/${path}`);
      const { order_id: testOrder } = (json as { data: { order_id: string } }).data;
      expect(await show(testOrder)).toMatchObject({ charged: 'no, it is a test order' });
    });

    it('names the orders when several accounts have sent the same order_uuid', async () => {
      const other = await shop.account({ balance: '10' });
      const uuid = randomUUID();
      const orders = [await placed(uuid), await placed(uuid, other)];
      const { code, err } = await run('order', 'show', uuid);
      expect(code).toBe(1);
      for (const order of orders) expect(err).toContain(order);
    });
  });

  describe('list', () => {
    it('tells order_uuid, product, unit price and time of the decision', async () => {
      const uuid = randomUUID();
      const order = await placed(uuid);
      const waiting = { order_id: order, order_uuid: uuid, product_id: product, unit_price: '2' };
      const newest = ['--account', String(reseller.id), '--limit', '1'];
      expect(await list(...newest)).toEqual([
        expect.objectContaining({ ...waiting, decided_at: null }),
      ]);
      await run('order', 'accept', order);
      const [accepted] = await list(...newest);
      expect(accepted).toMatchObject({ order_id: order, decided_at: expect.any(String) as string });
    });

    it('keeps to times, product and account', async () => {
      const other = await shop.account({ balance: '10' });
      const old = await placed(randomUUID(), other);
      await shop.db.query(
        `UPDATE orders SET created_at = '2026-01-31T18:00Z' WHERE order_id = $1`,
        [old],
      );
      const young = await placed(randomUUID(), other);
      const account = ['--account', String(other.id)];
      const ids = async (...words: string[]) =>
        (await list(...account, ...words)).map(({ order_id: id }) => id);
      expect(await ids()).toEqual([young, old]);
      expect(await ids('--since', '2026-01-31T18:00Z', '--until', '2026-02-01')).toEqual([old]);
      expect(await ids('--until', '2026-01-31T18:00Z')).toEqual([]);
      expect(await ids('--since', '2026-02-01')).toEqual([young]);
      expect(await ids('--product', String(product))).toHaveLength(2);
      expect(await ids('--product', String(product + 1))).toEqual([]);
    });

    it('says when there is none, and when there are more', async () => {
      expect((await run('order', 'list', '--account', '2000000000')).out).toBe(
        'There is no such order.\n',
      );
      await placed();
      await placed();
      const { out, err } = await run('order', 'list', '--limit', '1');
      expect(out.trim().split('\n')).toHaveLength(2);
      expect(err).toBe('There are more; raise --limit.\n');
    });

    it('writes CSV that no spreadsheet evaluates', async () => {
      const other = await shop.account({ balance: '10' });
      const order = await placed(randomUUID(), other);
      const { out } = await run('order', 'list', '--account', String(other.id), '--csv');
      const [header, row, ...rest] = out.split('\r\n');
      expect(header).toMatch(/^order_id,order_uuid,created_at,account_id,product_id,product_name,/);
      expect(row).toContain(`${order},`);
      expect(row).toContain(`,"'=1+1",`);
      expect(rest).toEqual(['']);
    });

    it('writes CSV with a header alone when there is no order', async () => {
      const { out, err } = await run('order', 'list', '--account', '2000000000', '--csv');
      expect(out.split('\r\n')).toHaveLength(2);
      expect(err).toBe('There is no such order.\n');
    });
  });

  describe.each([
    ['accept', []],
    ['reject', ['--reason', 'no stock']],
  ])('%s', (verb, options) => {
    it('takes several orders', async () => {
      const orders = [await placed(), await placed()];
      const rows = await soukJson<ShownOrder[]>(shop, 'order', verb, ...orders, ...options);
      expect(rows).toMatchObject(orders.map((order) => ({ order_id: order, status: verb })));
    });

    it('takes orders from a file and from standard input', async () => {
      const [filed, typed] = [await placed(), await placed()];
      const file = join(folder, `${verb}.txt`);
      await writeFile(file, `"${filed}"\r\n\r\n`);
      expect((await run('order', verb, '--file', file, ...options)).out).toContain(filed);
      const { out } = await soukWithInput(
        `${typed}\n`,
        shop,
        ...['order', verb, '--file', '-', ...options],
      );
      expect(out).toContain(typed);
    });

    it('goes on after an order that it cannot close, and then fails', async () => {
      const [closed, unknown, open] = [await placed(), 'ID_0000000000000000', await placed()];
      await run('order', 'accept', closed);
      const { code, out, err } = await run('order', verb, closed, unknown, open, ...options);
      expect(code).toBe(1);
      expect(out).toContain(open);
      expect(err).toBe(
        `${closed}: The order ${closed} was accepted already. Nothing was changed.\n` +
          `${unknown}: There is no order ${unknown}. See "souk order list".\n` +
          '2 of 3 orders were not closed.\n',
      );
    });

    it('needs an order', async () => {
      const { code, err } = await run('order', verb, ...options);
      expect([code, err]).toEqual([1, 'Name an order, or a --file of orders.\n']);
    });
  });

  it('refuses the same codes for several orders', async () => {
    const orders = [await placed(), await placed()];
    const { code, err } = await run('order', 'accept', ...orders, '--code', 'ABCD');
    expect(code).toBe(1);
    expect(err).toContain('Codes are for one order; accept each with its own.\n');
  });
});
