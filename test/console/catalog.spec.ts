import { vi } from 'vitest';
import { OperatorError } from '../../src/common/app-error.js';
import { ProductCosts } from '../../src/fulfillment/costs/product-costs.service.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { changesBy, newestEntry } from './changes-by.js';
import { pageWith } from './page-with.js';

let shop: TestShop;
let ada: TestBrowser;
let adasName: string;
let began: string;

beforeAll(async () => {
  shop = await workerShop();
  adasName = fresh('ada');
  ada = await operatorBrowser(shop, 'owner', adasName);
});
beforeEach(async () => {
  began = await newestEntry(shop);
});

const HOSTILE = '<script>x</script> "&\' 💎';

async function productRow(id: number): Promise<Record<string, unknown>> {
  const [row] = await shop.db.query<Record<string, unknown>>(
    'SELECT * FROM products WHERE id = $1',
    [id],
  );
  return row ?? {};
}

describe('the categories', () => {
  it('are made, renamed and moved, and lead to what stands in them', async () => {
    const top = await ada.open('/console/catalog');
    const games = await ada.send(top, 'catalog/categories', { name: HOSTILE });
    expect(games.text).toContain('The category is made.');
    expect(games.answer.text).not.toContain('<script>x');
    expect(games.title).toContain(HOSTILE);
    const [name, coins] = [fresh('Inner'), fresh('Coins')];
    const inner = await ada.send(games, 'catalog/categories', { name });
    const renamed = await ada.send(inner, 'rename', { name: coins });
    expect(renamed.text).toContain('The category is renamed.');
    expect((await ada.go(renamed, HOSTILE)).text).toContain(coins);
    const moved = await ada.send(renamed, 'move', { parent_id: '' });
    expect(moved.text).toContain('The category is moved.');
    // The first one of the many at the top.
    await shop.db.query('UPDATE categories SET position = -id WHERE name = $1', [coins]);
    expect((await ada.open('/console/catalog')).text).toContain(coins);
    expect(await changesBy(shop, adasName, 'category create', began)).toHaveLength(2);
    const [{ before, after } = {}] = await changesBy(shop, adasName, 'category rename', began);
    expect([before, after]).toMatchObject([{ name }, { name: coins }]);
    const [move] = await changesBy(shop, adasName, 'category move', began);
    expect(move?.after).toMatchObject({ parent_id: null });
  });

  it('are not moved below themselves, and keep what was typed', async () => {
    const id = await shop.category({ name: 'Circle' });
    const page = await ada.open(`/console/catalog/categories/${id}`);
    const refused = await ada.send(page, 'move', { parent_id: String(id) });
    expect(refused.status).toBe(409);
    expect(refused.form('move').querySelector('[name=parent_id]')?.getAttribute('value')).toBe(
      String(id),
    );
    const places = fresh('places');
    await shop.category({ name: `${places} one` });
    await shop.category({ name: `${places} two` });
    const unchosen = await ada.send(await ada.send(page, 'move', { parent_id: places }), 'move');
    expect([unchosen.status, unchosen.text]).toEqual([
      422,
      expect.stringContaining('Nothing is chosen'),
    ]);
    const input = unchosen.form('move').querySelector('input[name=parent_id]');
    expect(input?.getAttribute('value')).toBe(places);
    const unknown = await ada.send(page, 'move', { parent_id: fresh('no such name') });
    expect(unknown.text).toContain('Nothing with this number or name was found.');
    const nameless = await ada.send(page, 'catalog/categories', { name: ' ' });
    expect([nameless.status, nameless.title]).toEqual([422, page.title]);
    expect((await ada.send(page, 'catalog/categories', { parent_id: '999999' })).status).toBe(404);
  });

  it('are changed only as they were seen', async () => {
    const id = await shop.category({ name: 'Seen' });
    const page = await ada.open(`/console/catalog/categories/${id}`);
    await ada.send(page, 'rename', { name: 'First' });
    const late = await ada.send(page, 'rename', { name: 'Second' });
    expect(late.status).toBe(412);
    expect(late.form('rename').querySelector('[name=name]')?.getAttribute('value')).toBe('First');
    expect((await ada.send(late, 'rename', { name: 'Second' })).text).toContain('Second');
  });

  it('and their products are shown in pages', async () => {
    const parent = await shop.category({ name: 'Many' });
    await shop.db.query(
      `INSERT INTO categories (parent_id, name, position)
       SELECT $1, 'sub ' || n, 200 - n FROM generate_series(1, 60) n`,
      [parent],
    );
    const page = await ada.open(`/console/catalog/categories/${parent}`);
    expect(page.text).toContain('sub 60');
    expect(page.text).not.toContain('sub 10 ');
    const next = await ada.go(page, 'Next page');
    expect(next.text).toContain('sub 10 ');
    expect(next.text).not.toContain('sub 60');
    const path = `/console/catalog/categories/${parent}?categories=x`;
    expect((await ada.open(path)).status).toBe(422);
    expect((await ada.open('/console/catalog/categories/0')).status).toBe(404);
  });
});

describe('the search', () => {
  it('finds products and categories by words of their names, or by their number', async () => {
    const [vault, coins] = [fresh('Vault'), fresh('coins')];
    const top = await shop.category({ name: `${vault} ${HOSTILE}` });
    const inner = await shop.category({ name: `${vault} ${coins}`, parentId: top });
    const id = await shop.product({ name: `60 ${coins}`, price: '1', categoryId: inner });
    const page = await ada.open('/console/catalog');
    const found = await ada.send(page, 'catalog', { text: coins });
    expect(found.text).toContain(`${vault} ${HOSTILE} › ${vault} ${coins}`);
    expect(found.answer.text).not.toContain('<script>x');
    expect((await ada.go(found, `60 ${coins}`)).path).toBe(`/console/catalog/products/${id}`);
    expect((await ada.go(found, `${vault} ${coins}`)).path).toBe(
      `/console/catalog/categories/${inner}`,
    );
    const words = `${coins.toUpperCase()} ${vault.toLowerCase()} 60`;
    const none = await ada.send(found, 'catalog', { text: words });
    expect(none.text).toMatch(/Nothing found.*Nothing found/);
    expect((await ada.send(page, 'catalog', { text: `${id}` })).path).toContain(`products/${id}`);
    expect((await ada.open(`/console/catalog?text=${'x'.repeat(201)}`)).status).toBe(422);
  });
});

describe('a product', () => {
  it('is made in its category', async () => {
    const category = await shop.category({ name: 'Cards' });
    const page = await ada.open(`/console/catalog/categories/${category}`);
    const form = await ada.go(page, 'New product');
    const wrong = await ada.send(form, 'products', { name: 'Card', price: '-1' });
    expect(wrong.status).toBe(422);
    expect(wrong.form('products').querySelector('[name=name]')?.getAttribute('value')).toBe('Card');
    const made = await ada.send(wrong, 'products', { price: '2.50', min: '1', max: '9' });
    expect(made.text).toContain('The product is made');
    expect(made.text).toContain('2.50 USD');
    const id = Number(/\d+/.exec(made.path)?.[0]);
    expect(await productRow(id)).toMatchObject({
      category_id: category,
      available: false,
      product_type: 'package',
      qty_values: { min: '1', max: '9' },
    });
    expect(made.text).toContain('switched off: set how it is delivered');
    expect(await changesBy(shop, adasName, 'product create', began)).toHaveLength(1);
  });

  it('is renamed, moved and given an image, each with its audit entry', async () => {
    const id = await shop.product({ name: 'Old', price: '1' });
    const elsewhere = fresh('Elsewhere');
    const category = await shop.category({ name: `${elsewhere} place` });
    const page = await ada.open(`/console/catalog/products/${id}`);
    const saved = await ada.send(page, 'settings', {
      ...{ name: HOSTILE, category_id: elsewhere.toLowerCase(), image: '/images/uc.png' },
    });
    expect(saved.text).toContain('The product is changed.');
    expect(saved.answer.text).not.toContain('<script>x');
    expect(saved.text).toContain(elsewhere);
    const changes = await changesBy(shop, adasName, 'product set', began);
    expect(changes.at(-1)).toMatchObject({ before: { name: 'Old' }, after: { name: HOSTILE } });
    expect((await productRow(id)).category_id).toBe(category);
    const late = await ada.send(page, 'settings', { name: 'Late' });
    expect(late.status).toBe(412);
    expect((await ada.send(saved, 'settings', { image: 'javascript:alert(1)' })).status).toBe(422);
  });

  it('is said to be delivered as codes, or not, or left open until an order shows it', async () => {
    const id = await shop.product({ name: 'Codes', price: '1' });
    let page = await ada.open(`/console/catalog/products/${id}`);
    for (const [typed, stored] of [
      ['true', true],
      ['false', false],
      ['', null],
    ] as const) {
      page = await ada.send(page, 'settings', { delivers_codes: typed });
      expect((await productRow(id)).delivers_codes).toBe(stored);
    }
  });

  it('has quantities by its type, and fields with names, patterns and options', async () => {
    const id = await shop.product({ name: 'Typed', price: '1' });
    const page = await ada.open(`/console/catalog/products/${id}`);
    const listed = await ada.send(page, 'settings', {
      ...{ product_type: 'specificPackage', quantities: '10\r\n50\r\n', min: '', max: '' },
    });
    expect((await productRow(id)).qty_values).toEqual(['10', '50']);
    const none = { product_type: 'specificPackage', quantities: '' };
    expect((await ada.send(listed, 'settings', none)).status).toBe(422);
    const typed = {
      ...{ field_0_name: 'player', field_0_label: 'Player <id>', field_0_pattern: '\\d+' },
      ...{ field_1_name: 'server', field_1_options: 'eu\r\nus', field_1_required: [] },
    };
    const saved = await ada.send(listed, 'fields', typed);
    expect(saved.text).toContain('The product is changed.');
    expect((await productRow(id)).fields).toEqual([
      { name: 'player', label: 'Player <id>', type: 'string', required: true, pattern: '\\d+' },
      { name: 'server', label: 'server', type: 'string', required: false, options: ['eu', 'us'] },
    ]);
    const same = await ada.send(saved, 'fields', { field_0_name: '' });
    expect((await productRow(id)).fields).toHaveLength(1);
    const wrong = await ada.send(same, 'fields', { field_1_name: 'qty', field_1_required: 'on' });
    expect(wrong.status).toBe(422);
    expect(wrong.form('fields').toString()).toContain('value="qty"');
  });

  it('is asked about before its fields change their order', async () => {
    const id = await shop.product({ name: 'Ordered', price: '1', fields: ['player', 'zone'] });
    const params = async () =>
      ((await productRow(id)).fields as { name: string }[]).map(({ name }) => name);
    const page = await ada.open(`/console/catalog/products/${id}`);
    const turned = { field_0_name: 'zone', field_1_name: 'player', field_1_options: 'a\r\nb' };
    const asked = await ada.send(page, 'fields', turned);
    expect(asked.text).toContain('param1');
    expect(await params()).toEqual(['player', 'zone']);
    const saved = await ada.send(asked, 'fields');
    expect(saved.text).toContain('The product is changed.');
    expect(await params()).toEqual(['zone', 'player']);
    expect((await productRow(id)).fields).toMatchObject([{}, { options: ['a', 'b'] }]);
  });

  it('is switched off and on, deleted and restored', async () => {
    const name = fresh('Switched');
    const id = await shop.product({ name, price: '1' });
    const page = await ada.open(`/console/catalog/products/${id}`);
    const off = await ada.send(page, 'settings', { available: [] });
    expect(off.text).toContain('switched off');
    const late = await ada.send(page, 'deletion', { deleted: 'true' });
    expect((await ada.send(late, 'deletion')).status).toBe(412);
    const asked = await ada.send(off, 'deletion', { deleted: 'true' });
    expect([asked.status, (await productRow(id)).deleted_at]).toEqual([200, null]);
    const gone = await ada.send(asked, 'deletion');
    expect(gone.text).toContain('The product is deleted.');
    expect(gone.text).toContain('Restore');
    expect((await productRow(id)).deleted_at).not.toBeNull();
    const deleted = await ada.open('/console/catalog/deleted');
    const found = await ada.go(await pageWith(ada, deleted, name), name);
    const again = await ada.send(found, 'deletion', { deleted: 'false' });
    expect(again.text).not.toContain('Restore');
    expect(gone.text).toContain('Restore');
    const row = await productRow(id);
    expect([row.available, row.deleted_at]).toEqual([false, null]);
  });

  it('has a base price that is exact', async () => {
    const id = await shop.product({ name: 'Priced', price: '1' });
    const page = await ada.open(`/console/catalog/products/${id}`);
    expect((await ada.send(page, 'settings', { price: '1e3' })).status).toBe(422);
    const priced = await ada.send(page, 'settings', { price: '0.123456789012345678' });
    expect(priced.text).toContain(' 0.123456789012345678 USD');
    expect(priced.answer.text).toContain('value="0.123456789012345678"');
    expect((await ada.send(page, 'settings', { price: '9' })).status).toBe(412);
    // A form that is refused, and then corrected, does not undo what somebody else has changed meanwhile.
    await ada.send(priced, 'settings', { price: '3' });
    const refused = await ada.send(priced, 'settings', { price: 'x' });
    const late = await ada.send(refused, 'settings', { price: '9' });
    expect([late.status, (await ada.send(late, 'settings', { price: '9' })).status]).toEqual([
      412, 200,
    ]);
  });

  it('has a cost, for those who may see it, from the beginning or later', async () => {
    const category = await shop.category({ name: 'Costs' });
    const form = await ada.open(`/console/catalog/categories/${category}/products`);
    const typed = { name: 'Costly', price: '2' };
    const wrong = await ada.send(form, 'products', { ...typed, cost: '-1' });
    expect([wrong.status, await changesBy(shop, adasName, 'cost set', began)]).toEqual([422, []]);
    const made = await ada.send(wrong, 'products', { cost: '1.5' });
    expect(made.text).toContain('Cost 1.50 USD set by hand');
    expect((await ada.send(made, 'cost', { cost: 'x' })).status).toBe(422);
    const unknown = await ada.send(made, 'cost', { cost: '' });
    expect(unknown.text).toMatch(/The cost is set.*Cost — unknown/);
    expect((await ada.send(made, 'cost', { cost: '3' })).status).toBe(412);
    expect(await changesBy(shop, adasName, 'cost set', began)).toMatchObject([
      { before: { cost: null }, after: { cost: '1.5' } },
      { before: { cost: '1.5' }, after: { cost: null } },
    ]);
    const support = await operatorBrowser(shop, 'support', fresh('support'));
    expect((await support.open(made.path)).text).not.toContain('Cost —');
  });

  it('stands when its cost is refused after it was made: its page says why, and none is made again', async () => {
    const category = await shop.category({ name: 'Refused costs' });
    const form = await ada.open(`/console/catalog/categories/${category}/products`);
    const refusal = new OperatorError('Costs are not to be set now.');
    const set = vi.spyOn(ProductCosts.prototype, 'set').mockRejectedValueOnce(refusal);
    const name = fresh('Made once');
    const typed = { name, price: '2', cost: '1.5' };
    const refused = await ada.send(form, 'products', typed);
    set.mockRestore();
    expect([refused.status, refused.title]).toEqual([422, expect.stringContaining(name)]);
    expect(refused.text).toContain(refusal.message);
    expect((await ada.send(form, 'products', typed)).status).toBe(409);
    const costed = await ada.send(refused, 'cost', { cost: '1.5' });
    expect(costed.text).toContain('Cost 1.50 USD set by hand');
    const made = await shop.db.query('SELECT FROM products WHERE name = $1', [name]);
    expect(made).toHaveLength(1);
  });
});
