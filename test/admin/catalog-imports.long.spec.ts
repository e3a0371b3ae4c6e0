import { randomUUID } from 'node:crypto';
import { Instance } from '../support/instance.js';
import { TestOperator, type AdminAsk } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

interface Import {
  readonly id: string;
  readonly state: string;
  readonly fault: string | null;
  readonly rows_total: number | null;
  readonly difference: {
    readonly id: string;
    readonly prices_only: boolean;
    readonly products: Readonly<Record<string, number>>;
    readonly categories: Readonly<Record<string, number>>;
  } | null;
}

const CSV = 'id,category,name,price\n7001,Games,60 UC,0.89\n7002,Games,325 UC,4.5\n';

let shop: TestShop;
let other: Instance;
let owner: TestOperator;

beforeAll(async () => {
  shop = await startTestShop();
  other = await Instance.on(shop.db);
  owner = await TestOperator.of(shop, 'owner');
});
afterAll(async () => {
  await other.close();
  await shop.close();
});
beforeEach(() =>
  shop.db.query('DELETE FROM catalog_imports; DELETE FROM products; DELETE FROM categories'),
);

const file = (body: string, type = 'text/csv'): AdminAsk => ({
  body,
  headers: { 'Content-Type': type },
});
const upload = (body: string, query = '', by = owner) =>
  by.get<Import>(`POST catalog-imports?${query}`, file(body));

/** The import, when it is neither read nor compared any more. */
const settled = ({ id }: Import, by = owner): Promise<Import> =>
  until(async () => {
    const found = await by.get<Import>(`GET catalog-imports/${id}`);
    return ['reading', 'comparing'].includes(found.state) ? undefined : found;
  });
const compared = async (body: string, query = ''): Promise<Import> =>
  settled(await upload(body, query));

const apply = ({ id, difference }: Import, by = owner, key: string = randomUUID()) =>
  by.ask(`POST catalog-imports/${id}/apply`, { body: { difference: difference?.id }, key });
const prices = () =>
  shop.db.query<{ id: number; price: string }>(
    'SELECT id, trim_scale(price)::text AS price FROM products ORDER BY id',
  );

describe('an uploaded catalog', () => {
  it('is applied on another instance than it was uploaded to, once under its key', async () => {
    const one = await compared(CSV);
    const elsewhere = owner.at(other);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => apply(one, index % 2 ? owner : elsewhere, key)),
    );
    const decided = answers.filter(({ status }) => status === 200);
    expect(decided.length).toBeGreaterThan(0);
    for (const { text } of decided) expect(text).toBe(decided[0]?.text);
    expect(await apply(one, elsewhere, key)).toMatchObject({ status: 200, text: decided[0]?.text });
    expect(await prices()).toHaveLength(2);
  });

  it('is compared again on another instance', async () => {
    await apply(await compared(CSV));
    const dearer = await compared(CSV.replace('0.89', '0.95'));
    await shop.db.query('UPDATE products SET price = 0.9 WHERE id = 7001');
    const again = await settled(
      await owner.at(other).get(`POST catalog-imports/${dearer.id}/compare`),
    );
    expect(again.difference?.id).not.toBe(dearer.difference?.id);
    expect((await apply(again)).status).toBe(200);
    expect((await prices())[0]?.price).toBe('0.95');
  });
});

describe('an upload is refused', () => {
  it('with 413 when it is too large, over a connection that stays open', async () => {
    const { MAX_UPLOAD_BYTES } = await import('../../src/catalog/import/uploaded/uploaded-file.js');
    const [{ status, json }] = [
      await owner.ask('POST catalog-imports', file('x'.repeat(MAX_UPLOAD_BYTES + 1))),
    ];
    expect([status, json]).toMatchObject([
      413,
      { detail: expect.stringMatching(/^The file is larger than 134 MB\./) as unknown },
    ]);
    expect((await owner.ask('GET me')).status).toBe(200);
  });
});
