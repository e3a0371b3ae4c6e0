import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import type { ProductRow } from '../../../src/start/testing/shop-rows.js';
import type { Answer } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { fresh } from '../../support/worker-shop.js';

const PRODUCTS = 60;
const OUTCOMES = ['OK', 100, 105, 106, 109, 110, 111, 112, 113, 114, 118];

interface Body {
  readonly status: string;
  readonly code?: number;
  readonly data?: { readonly price: number; readonly balance?: string };
}

const step = (handler: string, settings = {}) => ({ handler, settings });
const optional = { label: 'Zone', type: 'number', required: false } as const;

/** The columns of a product but its category, with the stocks of these names. */
function anyProduct(named: (stock: string) => string): fc.Arbitrary<ProductRow> {
  const codes = (stock: string) => step('codes', { stock: named(stock) });
  return fc
    .record({
      price: fc.constantFrom('0', '0.000061', '0.89', '1', '0.00772255027173913', '7.5', '1e20'),
      shape: fc.constantFrom<Pick<ProductRow, 'type' | 'quantityValues'>>(
        { type: 'amount', quantityValues: null },
        { type: 'amount', quantityValues: { min: '1', max: '500' } },
        { type: 'package', quantityValues: null },
        { type: 'package', quantityValues: { min: '1', max: '50' } },
        { type: 'specificPackage', quantityValues: ['1', '2.5', '3'] },
      ),
      available: fc.integer({ min: 0, max: 9 }).map((roll) => roll > 0),
      fields: fc.constantFrom<NonNullable<ProductRow['fields']>>(
        [],
        ['playerId'],
        ['Player ID', { name: 'Zone', ...optional }],
        [{ name: 'server', label: 'Server', type: 'string', required: true, options: ['EU'] }],
        // As products had it before newOrder read the parameter.
        [{ name: 'max_price', label: 'Limit', type: 'string', required: true }],
      ),
      fulfillment: fc.constantFrom<NonNullable<ProductRow['fulfillment']>>(
        [],
        [step('manual')],
        [codes('plenty')],
        [codes('few')],
        [codes('few'), codes('plenty')],
        [codes('few'), step('manual')],
        [codes('held')],
        [codes('foreign')],
        [step('gone'), codes('few')],
      ),
    })
    .map(({ shape, price, ...row }) => ({
      ...row,
      ...shape,
      price: price === '1e20' ? '99999999999999999999' : price,
    }));
}

const parameter = (name: string, ...values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...values.map((value) => `&${name}=${value}`));
const maybe = (query: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 2, arbitrary: query });

const anyQuery = fc
  .tuple(
    maybe(parameter('qty', '1', '1', '1', '2', '3', '2.5', '0', '51', '501', '1e3', '0.0001', '')),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: parameter('qt', '1', '3', '51', 'x', '2&Qty=3', '2&quantity=3') },
      { weight: 1, arbitrary: parameter('count', '1', '2', '2&qt=3') },
    ),
    maybe(parameter('playerId', '7', '%20x%20', '')),
    maybe(parameter('Player+ID', '7', '8')),
    maybe(parameter('server', 'EU', 'Asia')),
    maybe(parameter('max_price', '0', '0.9', '7.50', '99999', '1e3', '%2B5', '', '3&max_price=3')),
    fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: parameter('x', '%FF', `1${'&x=1'.repeat(20)}`, 'y'.repeat(501)) },
    ),
  )
  .map((parts) => parts.join(''));

const anyCase = fc.record({
  account: fc.nat(),
  product: fc.nat(),
  form: fc.constantFrom(...Array<string>(12).fill(''), '.0', '000000'),
  query: anyQuery,
});

/** The error as it was answered, or the price. */
function outcomeOf({ status, json }: Answer): unknown {
  const body = json as Body;
  return body.status === 'OK' ? { status, price: body.data?.price } : { status, body };
}

/** What is asked for, in the shop of the worker. */
interface Subject {
  readonly accounts: readonly TestAccount[];
  readonly products: readonly number[];
}

async function importCodes(shop: TestShop, named: (stock: string) => string, most: number) {
  const service = shop.service(CodeImportService);
  const stocks = { plenty: most, few: 40, held: 5, foreign: 5 };
  for (const [stock, count] of Object.entries(stocks)) {
    const lines = (async function* () {
      for (let code = 0; code < count; code++)
        yield await Promise.resolve(`${named(stock)}-${code}`);
    })();
    await service.import(named(stock), lines, { dryRun: false });
  }
  await shop.db.query(
    `UPDATE code_stocks SET held_through = (SELECT max(id) FROM stock_codes WHERE stock = $1)
     WHERE name = $1`,
    [named('held')],
  );
  // As under a key that the shop does not have.
  await shop.db.query(
    `UPDATE stock_codes SET sealed_code = set_byte(sealed_code, 1, 255 - get_byte(sealed_code, 1))
     WHERE stock = $1`,
    [named('foreign')],
  );
}

async function changeRules(
  shop: TestShop,
  accounts: readonly TestAccount[],
  hidden: number,
): Promise<void> {
  const [, dear, , , halted] = accounts.map(({ id }) => id);
  await shop.db.query(
    `INSERT INTO price_rules (group_id, percentage)
     SELECT group_id, 10 FROM accounts WHERE id = $1`,
    [dear],
  );
  await shop.db.query(
    'INSERT INTO visibility_rules (account_id, category_id, visible) VALUES ($1, $2, false)',
    [dear, hidden],
  );
  await shop.db.query(
    "UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x' WHERE id = $1",
    [halted],
  );
}

async function prepare(shop: TestShop, { cases, seed }: Agreement): Promise<Subject> {
  const suffix = fresh('');
  const named = (stock: string): string => `${stock}${suffix}`;
  await importCodes(shop, named, 25 * cases);
  const categories = [
    await shop.category(),
    await shop.category({ testingOnly: true }),
    await shop.category({ name: 'hidden from one' }),
  ] as const;
  const products: number[] = [];
  const rows = fc.sample(anyProduct(named), { numRuns: PRODUCTS, seed });
  for (const [index, row] of rows.entries()) {
    const categoryId = categories[index % 12 === 0 ? 1 : index % 12 === 1 ? 2 : 0];
    products.push(await shop.product({ ...row, categoryId }));
  }
  const accounts = [
    await shop.account({ balance: '1000000' }),
    await shop.account({ balance: '30', group: named('dear'), testing: true }),
    await shop.account({ creditLimit: '5', showUnavailable: true }),
    await shop.account(),
    await shop.account({ balance: '100' }),
  ];
  await changeRules(shop, accounts, categories[2]);
  return { accounts, products };
}

interface Agreement {
  readonly cases: number;
  readonly seed: number;
}

/** Asks so many cases, in which each outcome is sure to occur. */
export function itAgrees(agreement: Agreement): void {
  let shop: TestShop;
  let subject: Subject;

  beforeAll(async () => {
    // A shop of its own: some codes are sealed by a key that is not there, and then nobody can import others.
    shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
    subject = await prepare(shop, agreement);
  });
  afterAll(async () => {
    expect(await invariantFaults(shop.db)).toEqual([]);
    await shop.close();
  });

  it('quote answers what newOrder answers next', async () => {
    const { accounts, products } = subject;
    const seen = new Map<unknown, number>();
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ account, product, form, query }) => {
        const { api } = accounts[account % accounts.length]!;
        const id = form.startsWith('0')
          ? `0${products[0]}`
          : `${products[product % PRODUCTS]}${form}`;
        const { balance } = (await api('/client/api/profile')).json as { balance: string };
        const quoted = await api(`/client/api/quote/${id}/params?${query.slice(1)}`);
        const ordered = await api(
          `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}${query}`,
        );
        expect([id, query, outcomeOf(quoted)]).toEqual([id, query, outcomeOf(ordered)]);
        const { code = 'OK', data } = quoted.json as Body;
        if (data) expect(data.balance).toBe(balance);
        seen.set(code, (seen.get(code) ?? 0) + 1);
      }),
      { numRuns: agreement.cases, seed: agreement.seed, endOnFailure: true },
    );
    expect([...seen.keys()]).toEqual(expect.arrayContaining(OUTCOMES));
  });
}
