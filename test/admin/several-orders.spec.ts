import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CodeImportService } from '../../src/fulfillment/codes/code-import.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { CodeStockService } from '../../src/fulfillment/codes/code-stock.service.js';
import { souk } from '../support/command-line.js';
import { invariantsFromNow } from '../support/invariants.js';
import { TestOperator } from '../support/test-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let support: TestOperator;
let account: TestAccount;
let mark: string;
let faults: () => Promise<string[]>;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  support = await TestOperator.of(shop, 'support', { name: fresh('support') });
});
beforeEach(async () => {
  mark = fresh('GIFT');
  account = await shop.account({ balance: '100' });
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

interface Item {
  readonly order_id: string;
  readonly status: number;
  readonly detail: string | null;
}

async function placed(product: number, quantity = 1): Promise<string> {
  const query = `order_uuid=${randomUUID()}&qty=${quantity}`;
  const { json } = await account.api(`/client/api/newOrder/${product}/params?${query}`);
  return (json as { data: { order_id: string } }).data.order_id;
}
const product = () => shop.product({ price: '1' });
const set = (id: number, column: 'delivers_codes' | 'fulfillment', value: unknown) =>
  shop.db.query(`UPDATE products SET ${column} = $2 WHERE id = $1`, [id, value]);

/** A product of which each piece is a code, as the operator has said. */
async function card(): Promise<number> {
  const id = await product();
  await set(id, 'delivers_codes', true);
  return id;
}
/** A product of which an operator has accepted an order with codes. */
async function cardByHand(): Promise<number> {
  const id = await product();
  const accepted = { codes: [`${mark} by hand`], actor: 'operator:ada' };
  await shop.service(OrderCloseService).accept(await placed(id), accepted);
  return id;
}
async function stocked(codes: number): Promise<string> {
  const stock = fresh('stock');
  const lines = Readable.from(Array.from({ length: codes }, (_, at) => `${stock}-${at}`));
  await shop.service(CodeImportService).import(stock, lines, { dryRun: false, cost: '0.5' });
  return stock;
}
async function accept(body: object, key: string = randomUUID()): Promise<readonly Item[]> {
  return (await support.get<{ items: Item[] }>('POST orders/accept', { body, key })).items;
}
const statuses = (items: readonly Item[]) => items.map(({ status }) => status);

/** The codes of an order; its state if it has none. */
async function got(id: string): Promise<unknown> {
  const { json } = await account.api(`/client/api/check?orders=${id}`);
  const [found] = (json as { data: { status: string; replay_api: unknown }[] }).data;
  return found?.replay_api ?? found?.status;
}

describe('several orders that are accepted together', () => {
  it('are refused without codes where the product delivers codes, each by itself', async () => {
    const sold = await product();
    const [topUp, saidNo] = [await product(), await cardByHand()];
    await set(saidNo, 'delivers_codes', false);
    const ids = [await placed(await card()), await placed(sold), await placed(await cardByHand())];
    // Sold from a stock since.
    const steps = [{ handler: 'codes', settings: { stock: await stocked(1) } }];
    await set(sold, 'fulfillment', JSON.stringify(steps));
    const others = [await placed(topUp), await placed(saidNo)];

    const items = await accept({ order_ids: [...ids, ...others] });
    expect(statuses(items)).toEqual([409, 409, 409, 200, 200]);
    expect(items[0]?.detail).toBe(
      `The order ${ids[0]} was not accepted: its product delivers codes. Give it codes, or say that it gets none.`,
    );
    expect(await Promise.all(ids.map(got))).toEqual(['wait', 'wait', 'wait']);

    const held = ids.map((id) => ({ order_id: id, without_codes: true, deliver_anyway: true }));
    expect(statuses(await accept({ items: held }))).toEqual([422, 422, 422]);
    const rows = ids.map((id) => ({ order_id: id, without_codes: true }));
    expect(statuses(await accept({ items: rows }))).toEqual([200, 200, 200]);
    expect(await Promise.all(ids.map(got))).toEqual(['accept', 'accept', 'accept']);
  });

  it('are left waiting where a row has not as many codes for each piece', async () => {
    const id = await card();
    const [few, odd, pairs] = [await placed(id, 2), await placed(id, 2), await placed(id, 2)];
    const codes = (count: number) => Array.from({ length: count }, () => `${mark}-${randomUUID()}`);
    const items = await accept({
      items: [
        { order_id: few, codes: codes(1) },
        { order_id: odd, codes: codes(3) },
        { order_id: pairs, codes: codes(4) },
      ],
    });
    expect(statuses(items)).toEqual([409, 409, 200]);
    expect(items[1]?.detail).toBe(
      'The quantity is 2, but the number of codes is 3. To deliver that, accept the order by itself.',
    );
    const body = { codes: codes(1) };
    await support.get(`POST orders/${few}/accept`, { body, key: randomUUID() });
    expect(await got(few)).toEqual(body.codes);
  });

  it('may get one receipt for all pieces of an amount', async () => {
    const topUp = await product();
    const [first, ...others] = [await placed(topUp, 30), await placed(topUp, 30)];
    const body = { codes: ['TX-1'] };
    await support.get(`POST orders/${first}/accept`, { body, key: randomUUID() });
    const rows = others.map((id) => ({ order_id: id, codes: ['TX-2'] }));
    expect(statuses(await accept({ items: rows }))).toEqual([200]);
  });

  it('do not get one text in two spellings', async () => {
    const gift = await card();
    const [one, other] = [await placed(gift), await placed(gift)];
    const items = [
      { order_id: one, codes: ['X-\u00e9'] },
      { order_id: other, codes: [' X-e\u0301'] },
    ];
    const { status } = await support.ask('POST orders/accept', {
      body: { items },
      key: randomUUID(),
    });
    expect(status).toBe(422);
  });

  it('get their codes by row, typed or taken from a stock', async () => {
    const [gift, stock] = [await card(), await stocked(3)];
    const [typed, taken, short, none, both, unknown] = [
      await placed(gift),
      await placed(gift, 2),
      await placed(gift, 2),
      await placed(gift),
      await placed(gift),
      await placed(gift),
    ];
    const body = {
      note: 'together',
      items: [
        { order_id: typed, codes: [`${mark}-1`, `${mark}-2`] },
        { order_id: taken, stock },
        { order_id: short, stock },
        { order_id: none },
        { order_id: both, stock, codes: [`${mark}-3`] },
        { order_id: unknown, stock: `no ${stock}` },
      ],
    };
    const key = randomUUID();
    const items = await accept(body, key);
    expect(statuses(items)).toEqual([200, 200, 409, 409, 422, 422]);
    expect(items[2]?.detail).toContain(`the stock ${stock} has too few codes`);
    expect(await accept(body, key)).toEqual(items);
    expect(await got(typed)).toEqual([`${mark}-1`, `${mark}-2`]);
    expect(await got(taken)).toEqual([`${stock}-0`, `${stock}-1`]);
    for (const id of [short, none, both, unknown])
      expect([id, await got(id)]).toEqual([id, 'wait']);

    const levels = await shop.service(CodeStockService).levels();
    expect(levels.find((level) => level.stock === stock)).toMatchObject({ free: 1, delivered: 2 });
    const costs = await shop.db.query(
      'SELECT cost::float8, source FROM order_costs WHERE order_id = $1',
      [taken],
    );
    expect(costs).toEqual([{ cost: 1, source: 'codes' }]);
    expect(await support.get(`GET orders/${taken}`)).toMatchObject({ note: 'together' });
  });

  it('are not decided by items that cannot be read', async () => {
    const order_id = await placed(await product());
    const codes = ['x'];
    const wrong: object[] = [
      ...[{ items: [] }, { items: {} }, { items: 'x' }, { items: [null] }, { items: [{ codes }] }],
      ...[{ items: [{ order_id: 'x' }] }, { items: [{ order_id, codes: [''] }] }],
      ...[
        { items: [{ order_id }, { order_id }] },
        { items: [{ order_id }], order_ids: [order_id] },
      ],
      ...[{ items: [{ order_id, other: 1 }] }, { items: Array(101).fill({ order_id }) }],
    ];
    for (const body of wrong) {
      const { status } = await support.ask('POST orders/accept', { body, key: randomUUID() });
      expect([body, status]).toEqual([body, 422]);
    }
    expect(await got(order_id)).toBe('wait');
  });
});

describe('souk order accept', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-several-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('takes a file of orders with their codes, and one order alone without', async () => {
    const gift = await card();
    const [coded, empty, left, other] = [
      await placed(gift),
      await placed(gift),
      await placed(gift),
      await placed(gift),
    ];
    const file = join(folder, 'codes.csv');
    await writeFile(file, `${coded},${mark}-1,"${mark}, 2"\r\n\r\n${empty},none\n${left}\n`);
    const { code, err } = await souk(shop, 'order', 'accept', '--codes-by-order', file);
    expect(code).toBe(1);
    expect(err).toMatch(
      new RegExp(
        `^${left}: The order ${left} was not accepted: .*\n1 of 3 orders were not closed.\n$`,
      ),
    );
    expect(await got(coded)).toEqual([`${mark}-1`, `${mark}, 2`]);
    expect(await got(empty)).toBe('accept');
    expect((await souk(shop, 'order', 'accept', left, other)).code).toBe(1);
    expect((await souk(shop, 'order', 'accept', left)).code).toBe(0);
    expect([await got(left), await got(other)]).toEqual(['accept', 'wait']);
  });

  it('asks about codes for the one order of a file, and takes `none` in any spelling', async () => {
    const gift = await card();
    const [listed, ...empty] = [await placed(gift), await placed(gift), await placed(gift)];
    const [list, codes] = [join(folder, 'today.txt'), join(folder, 'none.csv')];
    await writeFile(list, `${listed}\n`);
    const { code, err } = await souk(shop, 'order', 'accept', '--file', list);
    expect([code, err]).toEqual([1, expect.stringContaining('its product delivers codes')]);
    await writeFile(codes, `${empty[0]},None\n${empty[1]},NONE\n`);
    expect((await souk(shop, 'order', 'accept', '--codes-by-order', codes)).code).toBe(0);
    expect(await Promise.all([listed, ...empty].map(got))).toEqual(['wait', 'accept', 'accept']);
  });
});

it('no order gets one code twice, however it is spelled', async () => {
  const gift = await card();
  const items = [
    { order_id: await placed(gift, 2), codes: [mark, mark] },
    { order_id: await placed(gift, 2), codes: [`${mark}\u00e9`, ` ${mark}e\u0301`] },
    { order_id: await placed(gift, 2), codes: [`${mark}-1`, `${mark}-2`] },
  ];
  const results = await accept({ items });
  expect(statuses(results)).toEqual([409, 409, 200]);
  expect(results[0]?.detail).toContain('One of the codes is used already');
});

it('one code is given to one order, unless it is meant', async () => {
  const id = await product();
  const items = [await placed(id), await placed(id)].map((order) => ({
    order_id: order,
    codes: [`${mark} once`],
  }));
  const { status, text } = await support.ask('POST orders/accept', {
    ...{ body: { items }, key: randomUUID() },
  });
  expect([status, text]).toEqual([422, expect.stringContaining('must have a code in one order')]);
  const meant = items.map((item) => ({ ...item, deliver_anyway: true }));
  const done = await support.ask('POST orders/accept', {
    body: { items: meant },
    key: randomUUID(),
  });
  expect((done.json as { items: Item[] }).items.map((item) => item.status)).toEqual([200, 200]);
});
