import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { newSecretKey } from '../../src/common/secret-box.js';
import { CodeImportService } from '../../src/fulfillment/codes/code-import.service.js';
import type { ProductRow } from '../../src/start/testing/shop-rows.js';
import type { Answer } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

/** More by `npm run quote:cases`. */
const CASES = Number(process.env.QUOTE_CASES ?? 400);
/** Fixed, so that all outcomes below are sure to occur; with QUOTE_CASES it is another one each time. */
const SEED = process.env.QUOTE_CASES === undefined ? 15 : Date.now();
const PRODUCTS = 60;
const OUTCOMES = ['OK', 100, 105, 106, 109, 110, 111, 112, 113, 114, 118];

interface Body {
  readonly status: string;
  readonly code?: number;
  readonly data?: { readonly price: number; readonly balance?: string };
}

const step = (handler: string, settings = {}) => ({ handler, settings });
const codes = (stock: string) => step('codes', { stock });
const optional = { label: 'Zone', type: 'number', required: false } as const;

/** The columns of a product but its category. */
const anyProduct: fc.Arbitrary<ProductRow> = fc
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

const parameter = (name: string, ...values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...values.map((value) => `&${name}=${value}`));
const maybe = (query: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 2, arbitrary: query });

const anyQuery = fc
  .tuple(
    maybe(parameter('qty', '1', '1', '1', '2', '3', '2.5', '0', '51', '501', '1e3', '0.0001', '')),
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

let shop: TestShop;
let accounts: TestAccount[];
let products: number[];

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await importCodes();
  const categories = [
    await shop.category(),
    await shop.category({ testingOnly: true }),
    await shop.category({ name: 'hidden from one' }),
  ] as const;
  products = [];
  for (const [index, row] of fc.sample(anyProduct, { numRuns: PRODUCTS, seed: SEED }).entries()) {
    const categoryId = categories[index % 12 === 0 ? 1 : index % 12 === 1 ? 2 : 0];
    products.push(await shop.product({ ...row, categoryId }));
  }
  accounts = [
    await shop.account({ balance: '1000000' }),
    await shop.account({ balance: '30', group: 'dear', testing: true }),
    await shop.account({ creditLimit: '5', showUnavailable: true }),
    await shop.account(),
    await shop.account({ balance: '100' }),
  ];
  await changeRules(categories[2]);
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

async function importCodes(): Promise<void> {
  const service = shop.service(CodeImportService);
  const stocks = { plenty: 10_000, few: 40, held: 5, foreign: 5 };
  for (const [stock, count] of Object.entries(stocks)) {
    const lines = (async function* () {
      for (let code = 0; code < count; code++) yield await Promise.resolve(`${stock}-${code}`);
    })();
    await service.import(stock, lines, { dryRun: false });
  }
  await shop.db.query(
    `UPDATE code_stocks SET held_through = (SELECT max(id) FROM stock_codes WHERE stock = 'held')
     WHERE name = 'held'`,
  );
  // As under a key that the shop does not have.
  await shop.db.query(
    `UPDATE stock_codes SET sealed_code = set_byte(sealed_code, 1, 255 - get_byte(sealed_code, 1))
     WHERE stock = 'foreign'`,
  );
}

async function changeRules(hidden: number): Promise<void> {
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

/** The error as it was answered, or the price. */
function outcomeOf({ status, json }: Answer): unknown {
  const body = json as Body;
  return body.status === 'OK' ? { status, price: body.data?.price } : { status, body };
}

it(
  'quote answers what newOrder answers next',
  async () => {
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
      { numRuns: CASES, seed: SEED, endOnFailure: true },
    );
    expect([...seen.keys()]).toEqual(expect.arrayContaining(OUTCOMES));
  },
  TIMEOUT_MS,
);
