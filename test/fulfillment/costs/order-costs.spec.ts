import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { FulfillmentStep } from '../../../src/catalog/fulfillment-step.js';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import { ProductCosts } from '../../../src/fulfillment/costs/product-costs.service.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { invariantFaults } from '../../support/invariants.js';
import { ScriptedShop } from '../../support/scripted-shop.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;
let acme: ScriptedShop;
let other: ScriptedShop;
/** Their names in our shop. */
const ACME = fresh('acme');
const OTHER = fresh('other');
const STOCKS = fresh('costs');

const stockOf = (name: string): string => `${STOCKS}-${name}`;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '1000000', testing: true });
  [acme, other] = await Promise.all([ScriptedShop.start(), ScriptedShop.start()]);
  const suppliers = shop.service(SupplierService);
  await suppliers.add(ACME, acme.url, { token: 'secret' });
  await suppliers.add(OTHER, other.url, { token: 'secret' });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db, [account.id])).toEqual([]);
  await acme.close();
  await other.close();
});

interface Cost {
  readonly cost: string | null;
  readonly source: string;
  readonly supplier: string | null;
}

/** The rows of an order, of which there should be one at most. */
function costsOf(orderId: string): Promise<Cost[]> {
  return shop.db.query<Cost>(
    `SELECT trim_scale(cost)::text AS cost, source,
            (SELECT name FROM suppliers WHERE id = supplier_id) AS supplier
     FROM order_costs WHERE order_id = $1`,
    [orderId],
  );
}

const step = (handler: string, settings: object = {}): FulfillmentStep =>
  ({ handler, settings }) as FulfillmentStep;
const bought = (supplier: string): FulfillmentStep => step('upstream', { supplier, product: 7 });

/** A product of 1 USD a unit. */
function product(...fulfillment: FulfillmentStep[]): Promise<number> {
  const quantityValues = { min: '1', max: '1000' };
  return shop.product({ price: '1', type: 'amount', quantityValues, fulfillment });
}

async function place(productId: number, quantity = '1'): Promise<string> {
  const path = `/client/api/newOrder/${productId}/params?order_uuid=${randomUUID()}&qty=${quantity}`;
  const { json } = await account.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}

const setCost = (productId: number, cost: string | null) =>
  shop.service(ProductCosts).set(productId, cost);
const accept = (orderId: string, despitePurchase = false) =>
  shop.service(OrderCloseService).accept(orderId, { actor: 'test', despitePurchase });
const reject = (orderId: string) =>
  shop.service(OrderCloseService).reject(orderId, { reason: 'none left', actor: 'test' });

/** Into a stock that no other spec has, with codes that no other spec has. */
function importCodes(stock: string, codes: readonly string[], cost?: string) {
  const lines = Readable.from(codes.map((code) => `${STOCKS}-${code}`));
  return shop.service(CodeImportService).import(stockOf(stock), lines, { dryRun: false, cost });
}

describe('the cost of an order that the operator accepts', () => {
  it('is the cost of the product for its quantity, half up at 8 decimals', async () => {
    const id = await product();
    // 18 decimals, of which the ninth and the tenth decide, and three decimals of a quantity.
    const cases = fc.sample(
      fc.record({
        units: fc.bigInt({ min: 0n, max: 10n ** 20n }),
        thousandths: fc.integer({ min: 1000, max: 999_999 }),
      }),
      { numRuns: 25, seed: 16 },
    );
    for (const { units, thousandths } of [{ units: 5n * 10n ** 9n, thousandths: 1000 }, ...cases]) {
      await setCost(id, decimal(units, 18));
      const orderId = await place(id, decimal(BigInt(thousandths), 3));
      await accept(orderId);

      // In units of 10^-21 USD, rounded to 10^-8.
      const exact = units * BigInt(thousandths);
      const cost = decimal((exact + 5n * 10n ** 12n) / 10n ** 13n, 8);
      expect(await costsOf(orderId)).toEqual([{ cost, source: 'product', supplier: null }]);
    }
  });

  it('is unknown and not 0 when the product has none, and 0 when that is its cost', async () => {
    const id = await product();
    const unknown = await place(id);
    await accept(unknown);
    await setCost(id, '0');
    const free = await place(id);
    await accept(free);

    expect(await costsOf(unknown)).toEqual([{ cost: null, source: 'unknown', supplier: null }]);
    expect(await costsOf(free)).toEqual([{ cost: '0', source: 'product', supplier: null }]);
  });

  it('is that of the moment of the decision, and stays', async () => {
    const id = await product();
    await setCost(id, '0.1');
    const orderId = await place(id, '3');
    await setCost(id, '0.2');
    await accept(orderId);
    await setCost(id, '0.9');

    expect(await costsOf(orderId)).toMatchObject([{ cost: '0.6' }]);
  });

  it('is unknown where it is too large for its column, and the order is accepted', async () => {
    const id = await product();
    await setCost(id, '99999999999999999999');
    const orderId = await place(id, '1000');
    await accept(orderId);

    expect(await costsOf(orderId)).toMatchObject([{ cost: null, source: 'unknown' }]);
  });

  it('is recorded once, however many accept the order at the same time', async () => {
    const id = await product();
    await setCost(id, '0.5');
    const orderId = await place(id);
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => accept(orderId)));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await costsOf(orderId)).toMatchObject([{ cost: '0.5' }]);
  });

  it('is none for a waiting, a rejected and a test order', async () => {
    const id = await product();
    const category = await shop.category({ testingOnly: true });
    const tested = await shop.product({ price: '1', categoryId: category });
    for (const one of [id, tested]) await setCost(one, '0.5');
    const [waiting, rejected, test] = [await place(id), await place(id), await place(tested)];
    await reject(rejected);
    await accept(test);

    for (const orderId of [waiting, rejected, test]) expect(await costsOf(orderId)).toEqual([]);
  });
});

describe('the cost of delivered codes', () => {
  it('is what they were bought for, before the cost of the product', async () => {
    await importCodes('dear', ['A-1', 'A-2'], '1.000000004');
    await importCodes('dear', ['A-3'], '0.000000001');
    const id = await product(step('codes', { stock: stockOf('dear') }));
    await setCost(id, '9');
    const orderId = await place(id, '3');

    // 2.000000009
    expect(await costsOf(orderId)).toEqual([
      { cost: '2.00000001', source: 'codes', supplier: null },
    ]);
  });

  it('is that of the product when the cost of one of them is unknown, and else unknown', async () => {
    await importCodes('mixed', ['B-1', 'B-2'], '1');
    await importCodes('mixed', ['B-3', 'B-4', 'B-5', 'B-6']);
    const id = await product(step('codes', { stock: stockOf('mixed') }));
    await setCost(id, '0.7');
    const known = await place(id, '3');
    await setCost(id, null);
    const unknown = await place(id, '3');

    expect(await costsOf(known)).toEqual([{ cost: '2.1', source: 'product', supplier: null }]);
    expect(await costsOf(unknown)).toEqual([{ cost: null, source: 'unknown', supplier: null }]);
  });

  it('is not recorded for an order that is refused after the codes were taken', async () => {
    await importCodes('refused', ['C-1'], '1');
    const id = await product(step('codes', { stock: stockOf('refused') }));
    const poor = await shop.account();
    const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}&qty=1`;
    expect((await poor.api(path)).json).toMatchObject({ code: 100 });

    const ofPoor = 'SELECT FROM order_costs WHERE account_id = $1';
    expect(await shop.db.query(ofPoor, [poor.id])).toEqual([]);
    expect(await costsOf(await place(id))).toMatchObject([{ cost: '1', source: 'codes' }]);
  });

  it('is that of the code which was imported first, when it is imported again', async () => {
    await importCodes('again', ['D-1'], '1');
    expect(await importCodes('again', ['D-1'], '5')).toEqual({ added: 0, skipped: 1 });
    const id = await product(step('codes', { stock: stockOf('again') }));

    expect(await costsOf(await place(id))).toMatchObject([{ cost: '1' }]);
  });

  it('is an amount', async () => {
    await expect(importCodes('wrong', ['E-1'], '-1')).rejects.toThrow('an amount in USD');
  });
});

describe('the cost of an order that was bought', () => {
  /** Answers newOrder with this state and price, products with one of 0.5 USD, and check with nothing. */
  function script(there: ScriptedShop, status: string, price: unknown): void {
    there.answer = ({ route }) => {
      if (route === 'products') return [{ id: 7, name: '60 UC', price: 0.5 }];
      if (!route.startsWith('newOrder')) return { status: 'OK', balance: '100', data: [] };
      const data = { order_id: 'ID_1', status, price, data: {}, replay_api: null };
      return { status: 'OK', data };
    };
  }

  async function closed(orderId: string): Promise<string> {
    await until(async () => {
      const [row] = await shop.db.query<{ status: string }>(
        'SELECT status FROM orders WHERE order_id = $1',
        [orderId],
      );
      return row?.status !== 'wait';
    });
    return orderId;
  }

  it('is what the supplier has charged, half up at 8 decimals', async () => {
    script(acme, 'accept', 0.123456785);
    const id = await product(bought(ACME));
    await setCost(id, '9');
    const orderId = await closed(await place(id, '2'));

    expect(await costsOf(orderId)).toEqual([
      { cost: '0.12345679', source: 'supplier', supplier: ACME },
    ]);
  });

  it('is that of the product when the supplier names no price, and else unknown', async () => {
    script(acme, 'accept', 'free');
    const id = await product(bought(ACME));
    await setCost(id, '0.4');
    const known = await closed(await place(id, '2'));
    await setCost(id, null);
    const unknown = await closed(await place(id));

    expect(await costsOf(known)).toEqual([{ cost: '0.8', source: 'product', supplier: ACME }]);
    expect(await costsOf(unknown)).toEqual([{ cost: null, source: 'unknown', supplier: ACME }]);
  });

  it('is never below 0: such an answer names no price', async () => {
    script(acme, 'accept', -5);
    const orderId = await closed(await place(await product(bought(ACME))));

    expect(await costsOf(orderId)).toEqual([{ cost: null, source: 'unknown', supplier: ACME }]);
  });

  it('is the charge of the one who delivered, not of one who gave the money back', async () => {
    script(acme, 'reject', 5);
    script(other, 'accept', 3);
    const orderId = await closed(await place(await product(bought(ACME), bought(OTHER))));

    expect(await costsOf(orderId)).toEqual([{ cost: '3', source: 'supplier', supplier: OTHER }]);
  });

  it('is not the charge of an order there that may still be given back, when the operator accepts ours before it is done', async () => {
    script(acme, 'wait', 2);
    const orderId = await place(await product(bought(ACME)));
    await until(async () => {
      const rows = await shop.db.query(
        'SELECT FROM supplier_attempts WHERE order_id = $1 AND cost IS NOT NULL',
        [orderId],
      );
      return rows.length === 1;
    });
    await accept(orderId, true);

    expect(await costsOf(orderId)).toEqual([{ cost: null, source: 'unknown', supplier: null }]);
  });

  it('is that of the product when the operator delivers after all suppliers have refused', async () => {
    script(acme, 'reject', 5);
    const id = await product(bought(ACME), step('manual'));
    await setCost(id, '0.3');
    const orderId = await place(id);
    await until(async () => {
      const rows = await shop.db.query(
        'SELECT FROM fulfillments WHERE order_id = $1 AND step = 1 AND due_at IS NULL',
        [orderId],
      );
      return rows.length === 1;
    });
    await accept(orderId);

    expect(await costsOf(orderId)).toEqual([{ cost: '0.3', source: 'product', supplier: null }]);
  });
});

/** A whole number of 10^-scale as the shortest decimal text. */
function decimal(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}
