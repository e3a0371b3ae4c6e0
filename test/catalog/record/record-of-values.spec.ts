import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../src/database/database.js';
import type {
  AuditEntryDto,
  ChangedItemValueDto,
} from '../../../src/operations/shop/audit.lists.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { importAccepting } from '../../support/accepting-unusual.js';
import { souk, soukJson } from '../../support/command-line.js';
import { TestOperator } from '../../support/test-operator.js';
import type { TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let owner: TestOperator;
let folder: string;

beforeAll(async () => {
  shop = await workerShop();
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
  folder = await mkdtemp(join(tmpdir(), 'souk-record-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

const history = async (target: string): Promise<readonly AuditEntryDto[]> =>
  (await owner.get<Page<AuditEntryDto>>(`GET audit?target=${encodeURIComponent(target)}`)).items;

const values = async (entry: string): Promise<readonly ChangedItemValueDto[]> =>
  (await owner.get<Page<ChangedItemValueDto>>(`GET audit/${entry}/items?limit=100`)).items;

/** How the product came to its prices, the newest change first: by what, from and to. */
async function prices(product: number): Promise<unknown[]> {
  const told: unknown[] = [];
  for (const { id, door } of await history(`product ${product}`)) {
    const found = (await values(id)).filter((one) => one.id === product && one.column === 'price');
    told.push(...found.map(({ from, to }) => [door, Number(from), Number(to)]));
  }
  return told;
}

async function imported(...lines: string[]): Promise<void> {
  const file = join(folder, `${randomUUID()}.csv`);
  await writeFile(file, `${lines.join('\n')}\n`);
  await importAccepting(shop, file);
}

/** A change by the statements of an operator, of which nothing in Souk knows. */
const bySql = (sql: string) =>
  shop.db.query(`SET souk.audit_entry = ''; ${sql}; SET souk.audit_entry = 'off'`);

describe('the record of values', () => {
  it('tells of each way of changing a price who did it, from what to what', async () => {
    const categoryId = await shop.category();
    const product = await shop.product({ price: '1', categoryId });
    const browser = await operatorBrowser(shop, 'owner', fresh('ada'));
    const page = await browser.open(`/console/catalog/products/${product}`);
    expect((await browser.send(page, 'settings', { price: '2' })).status).toBe(200);
    await owner.get(`PUT products/${product}/price`, { body: { price: '3' } });
    await soukJson(shop, 'product', 'set', String(product), '--price', '4');
    const percent = { percentage: '25', category_id: categoryId };
    await owner.get('POST base-prices', { key: randomUUID(), body: percent });
    await imported('id,price', `${product},6`);
    await shop
      .service(Database)
      .transaction((manager) =>
        manager.query('UPDATE products SET price = 7 WHERE id = $1', [product]),
      );
    await bySql(`UPDATE products SET price = 8 WHERE id = ${product}`);

    expect(await prices(product)).toEqual([
      ['sql', 7, 8],
      ['extension', 6, 7],
      ['import', 5, 6],
      ['api', 4, 5],
      ['command', 3, 4],
      ['api', 2, 3],
      ['form', 1, 2],
    ]);
    const [newest] = await history(`product ${product}`);
    expect(newest).toMatchObject({ actor: 'sql', action: 'catalog change', outcome: 'done' });
    const file = await owner.ask(`GET audit/${newest?.id}/items?format=csv`);
    expect(file.text.split('\r\n')[0]).toBe(
      'kind,id,name,part,account_id,group_id,column,from,to,now',
    );
    const listed = await soukJson(shop, 'audit', 'items', String(newest?.id));
    expect(listed).toEqual([expect.objectContaining({ column: 'price' })]);
  });

  it('tells of prices and visibility, handlers and categories', async () => {
    const { id: group } = await owner.get<{ id: number }>('POST groups', {
      body: { name: fresh('g') },
    });
    const category = await shop.category({ name: 'Old' });
    const product = await shop.product({ categoryId: category });
    const key = { group_id: group, product_id: product };
    await owner.get('PUT price-rules', { body: { ...key, fixed_price: '5' } });
    await owner.get('PUT price-rules', { body: { ...key, fixed_price: '6' } });
    await owner.get(`DELETE price-rules?group_id=${group}&product_id=${product}`);
    await owner.get('PUT visibility-rules', { body: { ...key, visible: false } });
    const steps = [{ handler: 'manual', settings: {} }];
    await owner.get(`PUT products/${product}/delivery`, { body: { steps } });
    await soukJson(shop, 'category', 'rename', String(category), 'New');

    const told = [];
    for (const { id } of [
      ...(await history(`product ${product}`)),
      ...(await history(`category ${category}`)),
    ]) {
      told.push(
        ...(await values(id)).map((one) => [one.part, one.group_id, one.column, one.from, one.to]),
      );
    }
    expect(told).toEqual([
      ['values', null, 'fulfillment', '[]', JSON.stringify(steps)],
      ['visibility', group, 'visible', null, 'false'],
      ['price', group, 'fixed_price', '6.000000000000000000', null],
      ['price', group, 'fixed_price', '5.000000000000000000', '6.000000000000000000'],
      ['price', group, 'fixed_price', null, '5.000000000000000000'],
      ['values', null, 'name', 'Old', 'New'],
    ]);
  });

  it('is not written by what changes nothing, nor by what is undone or marked', async () => {
    const product = await shop.product({ price: '1' });
    await imported('id,price', `${product},1.00`);
    const { status } = await owner.ask('POST base-prices', {
      key: randomUUID(),
      body: { percentage: '10', product_id: product, dry_run: true },
    });
    expect(status).toBe(200);
    await bySql(`UPDATE products SET price = price WHERE id = ${product}`);
    await shop.db.query('UPDATE products SET price = 2 WHERE id = $1', [product]);
    const failed = shop.service(Database).transaction(async (manager) => {
      await manager.query('UPDATE products SET price = 7 WHERE id = $1', [product]);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await prices(product)).toEqual([]);
    expect(await history(`product ${product}`)).toEqual([]);
  });

  it('is read in pages, and says what a value is now', async () => {
    const categoryId = await shop.category();
    const products = [];
    for (let n = 0; n < 5; n++) products.push(await shop.product({ price: '1', categoryId }));
    await imported('id,name,price', ...products.map((id) => `${id},Card ${id},2`));
    await soukJson(shop, 'product', 'set', String(products[1]), '--price', '9');
    const [, entry] = await history(`product ${products[1]}`);
    const found: ChangedItemValueDto[] = [];
    for (let cursor = ''; ;) {
      const page: Page<ChangedItemValueDto> = await owner.get(
        `GET audit/${entry?.id}/items?limit=3${cursor}`,
      );
      found.push(...page.items);
      if (page.next === null) break;
      expect(page.items).toHaveLength(3);
      cursor = `&cursor=${page.next}`;
    }
    expect(found.map(({ id, column, to, now }) => [id, column, to === now])).toEqual(
      products.flatMap((id, n) => [
        [id, 'name', true],
        [id, 'price', n !== 1],
      ]),
    );
  });
});

it('is closed to those who may not read the audit', async () => {
  const clerk = await TestOperator.of(shop, 'finance', { name: fresh('clerk') });
  expect((await clerk.ask('GET audit/1/items')).status).toBe(403);
  expect((await souk(shop, 'audit', 'items', '1')).code).toBe(0);
});
