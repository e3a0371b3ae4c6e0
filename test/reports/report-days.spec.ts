import { dayAfter, startOfDay } from '../../src/common/zoned-time.js';
import { plainText, toDecimal } from '../../src/common/decimal.js';
import { Reports } from '../../src/reports/reports.service.js';
import { insertGeneratedSales } from '../support/sales/generated-sales.js';
import { SalesReckoning } from '../support/sales/sales-reckoning.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const HOUR_MS = 3_600_000;
/** Days on which the clocks of Berlin are set. */
const CHANGES = ['2026-03-29', '2026-10-25'] as const;

let shop: TestShop;
let reckoning: SalesReckoning;

beforeAll(async () => {
  // A shop of its own: the reports tell of the whole shop, and its ledger has entries that no shop writes.
  shop = await startTestShop();
  const accounts = [(await shop.account()).id, (await shop.account()).id];
  const products = [await shop.product(), await shop.product()];
  // Each half an hour of three days, and a millisecond before.
  const times = CHANGES.flatMap((day) => {
    const start = Date.parse(day) - 24 * HOUR_MS;
    return Array.from({ length: 3 * 24 * 4 }, (_, n) => start + (n >> 1) * (HOUR_MS / 2) - (n % 2));
  });
  const suppliers = [await addedSupplier()];
  const plan = { orders: times.length, times, accounts, products, suppliers, seed: 7 };
  await insertGeneratedSales(shop.db, plan);
  reckoning = await SalesReckoning.read(shop.db);
});
afterAll(() => shop.close());

async function addedSupplier(): Promise<number> {
  const [row] = await shop.db.query<{ id: number }>(
    `INSERT INTO suppliers (name, base_url, sealed_token) VALUES ('acme', '', '') RETURNING id`,
  );
  return row!.id;
}

/** The first moments of the day two days before a change, and of that three days after. */
function around(change: string, zone: string): [from: Date, to: Date] {
  return [startOfDay(dayAfter(change, -2), zone)!, startOfDay(dayAfter(change, 3), zone)!];
}

const report = (timeZone: string, from: Date, to: Date) =>
  shop.service(Reports).sales({ by: 'day', timeZone, from, to, limit: 100, withCosts: true });

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York'];
const CASES = ZONES.flatMap((zone) => CHANGES.map((change) => [zone, change] as const));

describe('days of a report', () => {
  it.each(CASES)('in %s around %s are the sums of the ledger', async (zone, change) => {
    const [from, to] = around(change, zone);
    const { rows, total } = await report(zone, from, to);
    const expected = reckoning.by('day', from.toISOString(), to.toISOString(), zone);
    const byKey = [...expected.rows].sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));

    expect(rows.map((row) => ({ ...row, name: undefined }))).toEqual(byKey);
    expect({ key: null, ...total }).toEqual(expected.total);
    const sales = rows.reduce((sum, row) => sum.plus(toDecimal(row.sales)), toDecimal('0'));
    expect(plainText(sales)).toBe(total.sales);
    expect(rows.reduce((sum, { orders }) => sum + orders, 0)).toBe(total.orders);
  });

  it.each(CASES)('in %s around %s are those of each day alone', async (zone, change) => {
    const { rows } = await report(zone, ...around(change, zone));
    for (const row of rows) {
      const [from, to] = [startOfDay(row.key!, zone)!, startOfDay(dayAfter(row.key!), zone)!];
      const alone = await report(zone, from, to);
      expect(alone.rows).toEqual([row]);
    }
    expect(rows.map(({ key }) => key)).toContain(change);
  });
});
