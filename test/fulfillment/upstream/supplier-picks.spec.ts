import { PickedSupplier } from '../../support/picked-supplier.js';
import { soukJson } from '../../support/command-line.js';
import { readInThisProcess } from '../../support/reading-in-this-process.js';
import { TestOperator } from '../../support/test-operator.js';
import type { TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let acme: PickedSupplier;
let owner: TestOperator;

beforeAll(async () => {
  shop = await workerShop();
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
});
beforeEach(async () => {
  readInThisProcess();
  acme = await PickedSupplier.start(shop, fresh('picked'));
});
afterEach(() => vi.restoreAllMocks());
afterEach(() => acme.close());

const souk = (...words: string[]) => soukJson<Record<string, unknown>>(shop, ...words);
const imported = (...options: string[]) =>
  souk('catalog', 'import', '--from-shop', acme.name, ...options);
const pick = (categories: string, products: string) =>
  souk(
    ...['supplier', 'sync', acme.name],
    ...['--picked-categories', categories, '--picked-products', products],
  );

/** The newest change of the supplier. */
async function newest(): Promise<string> {
  const list = ['audit', 'list', '--target', `supplier ${acme.name}`, '--limit', '1'];
  const [entry] = await soukJson<{ id: string }[]>(shop, ...list);
  return String(entry?.id);
}

it('only what is picked is listed, with what comes later in a picked category', async () => {
  await pick('2', '31');
  expect(await imported()).toMatchObject({ created: 3 });
  expect(await acme.ours()).toEqual([
    'Games › Cards › Card 1',
    'Games › Cards › Card 2',
    'Games › Points › Point 1',
  ]);
  acme.add(23, 2);
  acme.add(33, 3);
  expect(await imported()).toMatchObject({ created: 1, gone: 0 });
  expect(await acme.ours()).toContain('Games › Cards › Card 3');
});

it('what is picked no longer is switched off without a question, comes back when it is picked, and follows the price meanwhile', async () => {
  await imported();
  await pick('none', '21');
  expect(await imported()).toMatchObject({ created: 0, gone: 5 });
  expect(await acme.onSale()).toEqual(['Card 1']);
  acme.price(22, '1.1');
  expect(await imported()).toMatchObject({ updated: 0 });
  await pick('none', '21,22');
  expect(await imported()).toMatchObject({ created: 0, updated: 1, returned: 1 });
  expect(await acme.onSale()).toEqual(['Card 1', 'Card 2']);
  await pick('all', 'all');
  expect(await imported()).toMatchObject({ returned: 4 });
});

it('products that vanish are still told apart from those that are not picked', async () => {
  await imported();
  await pick('2', 'none');
  acme.remove(21, 22);
  const refused = await souk('catalog', 'import', '--from-shop', acme.name, '--dry-run').catch(
    String,
  );
  expect(refused).toMatchObject({ gone: 6 });
});

it('picking, and the import behind it, are taken back', async () => {
  await imported();
  await pick('3', 'none');
  await imported();
  expect(await souk('audit', 'take-back', await newest())).toMatchObject({ back: 2, left: 0 });
  expect(await acme.onSale()).toHaveLength(6);
});

it('a price of what is not picked is asked for when it is picked again', async () => {
  await imported();
  await pick('none', '21');
  await imported();
  acme.price(22, '10');
  expect(await imported()).toMatchObject({ gone: 0 });
  await pick('2', 'none');
  await expect(imported()).rejects.toThrow('Unusual changes: 1 ');
});

it('what a supplier moves out of a picked category vanishes, and is asked for', async () => {
  for (const id of [23, 24, 25]) acme.add(id, 2);
  await pick('2', 'none');
  expect(await imported()).toMatchObject({ created: 5 });
  acme.move(22, 3);
  await expect(imported()).rejects.toThrow('Unusual changes: 1 ');
});

it('what was taken back is asked for before it goes again', async () => {
  await imported();
  await pick('3', 'none');
  await imported();
  await souk('audit', 'take-back', await newest());
  await expect(imported()).rejects.toThrow('Unusual changes: 2 ');
});

it('one list of picks beside all of the other is refused', async () => {
  const words = ['supplier', 'sync', acme.name, '--picked-products', '31'];
  await expect(souk(...words)).rejects.toThrow('Please pick both categories and products');
  await expect(pick('all', '31')).rejects.toThrow('Please pick both categories and products');
});

it('is refused for what is no list of ids', async () => {
  await expect(pick('x', 'none')).rejects.toThrow(/ids/);
  await expect(pick('1', '0')).rejects.toThrow(/ids/);
});

describe('the catalog of a supplier', () => {
  it('is shown with its cost, our price, the margin and what is picked', async () => {
    await souk('supplier', 'sync', acme.name, '--markup', '10');
    await pick('2', '31');
    await imported();
    const shown = await owner.get<{ categories: object[]; products: object[]; more: boolean }>(
      `GET suppliers/${acme.name}/catalog`,
    );
    expect(shown.categories).toEqual([
      { id: 1, path: 'Games', products: 0, picked: false },
      { id: 2, path: 'Games › Cards', products: 2, picked: true },
      { id: 3, path: 'Games › Points', products: 4, picked: false },
    ]);
    expect(shown.products).toHaveLength(6);
    expect(shown.products[0]).toEqual({
      ...{ id: 21, name: 'Card 1', category_id: 2, available: true, picked: true },
      ...{ cost: '1', price: '1.1', margin: '0.1', product_id: expect.any(Number) as number },
    });
    expect(shown.products[3]).toMatchObject({ id: 32, picked: false, product_id: null });
  });

  it('is searched, in parts, and as a file', async () => {
    const found = await owner.get(`GET suppliers/${acme.name}/catalog?text=POINT%201&limit=1`);
    expect(found).toMatchObject({ products: [{ id: 31 }], more: true });
    const { text } = await owner.ask(`GET suppliers/${acme.name}/catalog?text=cards&format=csv`);
    expect(text).toBe(
      'id,name,category_id,available,cost,price,margin,product_id,picked\r\n' +
        '21,"Card 1",2,true,1,1,0,,true\r\n22,"Card 2",2,true,1,1,0,,true\r\n',
    );
  });

  it('is picked as a whole while everything is listed', async () => {
    const { categories, products } = await owner.get<Record<string, { picked: boolean }[]>>(
      `GET suppliers/${acme.name}/catalog`,
    );
    expect([...categories!, ...products!].every(({ picked }) => picked)).toBe(true);
  });

  it('has no costs for who may not see them', async () => {
    const scopes = ['suppliers.edit'] as const;
    const clerk = await TestOperator.of(shop, 'manager', { name: fresh('clerk'), scopes });
    const { products } = await clerk.get<{ products: object[] }>(
      `GET suppliers/${acme.name}/catalog`,
    );
    expect(products[0]).toMatchObject({ cost: null, margin: null, price: '1' });
  });

  it('is for who may import', async () => {
    const support = await TestOperator.of(shop, 'support', { name: fresh('support') });
    expect((await support.ask(`GET suppliers/${acme.name}/catalog`)).status).toBe(403);
  });

  it('cannot be shown while the supplier does not answer', async () => {
    acme.isAway = true;
    const { status, text } = await owner.ask(`GET suppliers/${acme.name}/catalog`);
    expect([status, text]).toEqual([
      422,
      expect.stringContaining('Its catalog could not be read.'),
    ]);
  });
});
