import { SALES_DIMENSIONS, type SalesReport } from '../../src/reports/report-shapes.js';
import { Database } from '../../src/database/database.js';
import { HoldingsRepository } from '../../src/reports/holdings.repository.js';
import { Reports } from '../../src/reports/reports.service.js';
import { SalesRepository } from '../../src/reports/sales.repository.js';
import {
  EDGE_DAY,
  GENERATED_DAYS,
  GENERATED_FROM,
  insertGeneratedSales,
} from '../support/sales/generated-sales.js';
import { SalesReckoning, type ReckonedRow } from '../support/sales/sales-reckoning.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

/** More by `npm run reports:check`. */
const ORDERS = Number(process.env.REPORT_ORDERS ?? 800);
/** Fixed; with REPORT_ORDERS it is another one each time. */
const SEED = process.env.REPORT_ORDERS === undefined ? 16 : Date.now() >>> 0;
const ALL_ROWS = 100_000;
/** Of how few orders a part of a period may be: at its edges nothing is lost or counted twice. */
const ORDERS_OF_PART = 37;

let shop: TestShop;
let reckoning: SalesReckoning;

beforeAll(async () => {
  // A shop of its own: its ledger has entries that no shop writes, and the reports tell of all.
  shop = await startTestShop();
  const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, make));
  const accounts = (await times(12, () => shop.account())).map(({ id }) => id);
  const categories = await times(4, () => shop.category());
  const products = await Promise.all(
    Array.from({ length: 15 }, (_, n) => shop.product({ categoryId: categories[n % 4] ?? 0 })),
  );
  const suppliers = await shop.db.query<{ id: number }>(
    `INSERT INTO suppliers (name, base_url, sealed_token)
     SELECT 'supplier-' || n, '', '' FROM generate_series(1, 3) n RETURNING id`,
  );
  const supplierIds = suppliers.map(({ id }) => id);
  const plan = { orders: ORDERS, accounts, products, suppliers: supplierIds, seed: SEED };
  await insertGeneratedSales(shop.db, plan);
  reckoning = await SalesReckoning.read(shop.db);
});
afterAll(() => shop.close());

const day = (number: number, more = 0): string =>
  new Date(Date.parse(GENERATED_FROM) + number * 24 * 3600 * 1000 + more).toISOString();

const PERIODS = [
  ['all that was generated', day(0), day(GENERATED_DAYS + 10)],
  ['one day', day(EDGE_DAY - 1), day(EDGE_DAY)],
  ['the day after', day(EDGE_DAY), day(EDGE_DAY + 1)],
  ['a part of a day', day(9, 1), day(9, 60_000 * 60 * 13)],
  ['times within days', day(3, 12_345_678), day(31, 1)],
  ['a period without any order', day(-20), day(0)],
] as const;

/** Rows in an order that does not depend on how two equal ones are sorted. */
function sorted<Row extends Pick<ReckonedRow, 'key'>>(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => (String(one.key) < String(other.key) ? -1 : 1));
}

function report(by: SalesReport['by'], from: string, to: string): Promise<SalesReport> {
  const period = { from: new Date(from), to: new Date(to) };
  return shop.service(Reports).sales({ by, ...period, limit: ALL_ROWS, withCosts: true });
}

/** The same report, made of many parts. */
function reportOfParts(by: SalesReport['by'], from: string, to: string): Promise<SalesReport> {
  const sums = new SalesRepository(shop.service(Database), ORDERS_OF_PART);
  const reports = new Reports(sums, shop.service(HoldingsRepository));
  const period = { from: new Date(from), to: new Date(to) };
  return reports.sales({ by, ...period, limit: ALL_ROWS, withCosts: true });
}

describe(`reports of ${ORDERS} orders, seed ${SEED}`, () => {
  const cases = SALES_DIMENSIONS.flatMap((by) => PERIODS.map((period) => [by, ...period] as const));

  it.each(cases)('by %s of %s are the sums of the ledger', async (by, _, from, to) => {
    const { rows, total, more } = await report(by, from, to);
    const expected = reckoning.by(by, from, to);

    const withoutNames = rows.map((row) => ({ ...row, name: undefined }));
    expect(sorted(withoutNames)).toEqual(sorted(expected.rows));
    expect({ key: null, ...total }).toEqual(expected.total);
    expect(more).toBe(false);
  });

  it.each(SALES_DIMENSIONS)(
    'by %s are the same however many parts they are made of',
    async (by) => {
      const [from, to] = [day(0), day(GENERATED_DAYS + 10)];
      expect(await reportOfParts(by, from, to)).toEqual(await report(by, from, to));
    },
  );

  it('of one account are its row among all, also of many parts', async () => {
    const [from, to] = [day(0), day(GENERATED_DAYS + 10)];
    const { rows } = await report('account', from, to);
    expect(rows.length).toBeGreaterThan(1);
    const sums = new SalesRepository(shop.service(Database), 5);
    const services = [
      shop.service(Reports),
      new Reports(sums, shop.service(HoldingsRepository)),
    ] as const;
    for (const { key, name, ...row } of rows) {
      expect(name).not.toBeNull();
      const asked = { by: 'product', accountId: Number(key), limit: 1, withCosts: true } as const;
      for (const reports of services) {
        const own = await reports.sales({ ...asked, from: new Date(from), to: new Date(to) });
        expect(own.total).toEqual(row);
      }
    }
  });

  it('say in one sentence that they take too long', async () => {
    const late = shop.service(Reports).sales({
      by: 'day',
      from: new Date(day(0)),
      to: new Date(day(1)),
      limit: 1,
      withCosts: true,
      withinMs: -1,
    });
    await expect(late).rejects.toThrow(/^The period has too many orders for one report\. /);
  });

  it('have everything in them that must be told apart', async () => {
    const { total, rows } = await report('supplier', day(0), day(GENERATED_DAYS + 10));
    const { costs } = total;
    expect(rows.map(({ name }) => name).sort()).toEqual([
      null,
      'supplier-1',
      'supplier-2',
      'supplier-3',
    ]);
    for (const sum of [total.orders, total.waiting, costs?.unknownCost]) {
      expect(sum).toBeGreaterThan(0);
    }
    for (const amount of [costs?.cost, costs?.salesWithoutCost]) expect(amount).not.toBe('0');
  });

  it('have days in their order, and else what sold most first', async () => {
    const days = (await report('day', day(0), day(GENERATED_DAYS))).rows.map(({ key }) => key);
    expect(days).toEqual([...days].sort());
    const weeks = (await report('week', day(0), day(GENERATED_DAYS))).rows.map(({ key }) => key);
    expect(weeks).toEqual([...new Set(weeks)].sort());
    const { rows } = await report('product', day(0), day(GENERATED_DAYS));
    const sales = rows.map((row) => Number(row.sales));
    expect(sales).toEqual([...sales].sort((one, other) => other - one));
  });

  it('have no more rows than they are asked for, and a total of all', async () => {
    const [from, to] = [new Date(day(0)), new Date(day(GENERATED_DAYS))];
    const options = { by: 'account', from, to, withCosts: true } as const;
    const whole = await shop.service(Reports).sales({ ...options, limit: 12 });
    const top = await shop.service(Reports).sales({ ...options, limit: 5 });

    expect(top.rows).toEqual(whole.rows.slice(0, 5));
    expect([top.total, top.more, whole.more]).toEqual([whole.total, true, false]);
  });

  it('leave costs out for a reader who may not see them', async () => {
    const [from, to] = [new Date(day(0)), new Date(day(GENERATED_DAYS))];
    const options = { by: 'day', from, to, limit: 3, withCosts: false } as const;
    const { rows, total } = await shop.service(Reports).sales(options);

    expect(Object.keys(total)).toEqual(['orders', 'waiting', 'sales']);
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(['key', 'name', 'orders', 'waiting', 'sales']);
    }
  });
});
