import { TemporarilyUnavailableError } from '../../src/common/app-error.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { FormOperations } from '../../src/console/operations/form-operations.service.js';
import { ProductCosts } from '../../src/fulfillment/costs/product-costs.service.js';
import { changesOf } from '../support/audit-rows.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let ada: TestBrowser;
let category: number;
let product: number;
let other: number;

beforeAll(async () => {
  // A shop of its own: a case breaks a table for a while.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  ada = await operatorBrowser(shop, 'owner', 'ada');
});
afterAll(() => shop.close());
beforeEach(async () => {
  category = await shop.category({ name: 'Games' });
  product = await shop.product({ name: '60 <UC>', price: '2', categoryId: category });
  other = await shop.product({ name: 'Cheap', price: '1', categoryId: category });
  await shop.service(ProductCosts).set(other, '0.95');
});

async function priceOf(id: number): Promise<string> {
  const [row] = await shop.db.query<{ price: string }>(
    'SELECT trim_scale(price)::text AS price FROM products WHERE id = $1',
    [id],
  );
  return row?.price ?? '';
}

async function preview(percentage: string, by = ada) {
  const page = await by.open('/console/prices');
  return by.send(page, 'preview', { target: 'category', id: String(category), percentage });
}

describe('prices of many products', () => {
  it('are shown beside the costs before they change, and change once', async () => {
    const page = await preview('-10');
    expect(page.text).toContain('1 of these prices would be below the cost');
    expect(page.answer.text).not.toContain('<UC>');
    expect(page.text).toMatch(
      /Cheap Games 1.00 USD then 0.90 USD -10 % below cost 0.95 USD .*60 <UC>/,
    );
    expect(await priceOf(product)).toBe('2');
    expect(page.text).toContain('Unusual changes: 1');
    const apply = () => ada.send(page, 'apply', { accept_unusual: '1' });
    const [changed, twice] = [await apply(), await apply()];
    expect([changed.text, twice.text].every((text) => text.includes('2 prices are changed.'))).toBe(
      true,
    );
    expect([await priceOf(product), await priceOf(other)]).toEqual(['1.8', '0.9']);
    const changes = await changesOf(shop, 'price base');
    expect(changes.at(-1)).toMatchObject({ before: { count: 2 }, after: { count: 2 } });
  });

  it('change once by a form whose answer was lost, and that is sent again as it is', async () => {
    const page = await preview('+100');
    // The fault comes when all is written: whether it has been committed nobody can tell.
    await shop.db.query(`
      CREATE FUNCTION break_once() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '57014'; END $$;
      CREATE CONSTRAINT TRIGGER break_once AFTER UPDATE ON admin_requests
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION break_once()`);
    const lost = await ada.send(page, 'apply', { accept_unusual: '2' });
    await shop.db.query('DROP TRIGGER break_once ON admin_requests; DROP FUNCTION break_once()');
    expect([lost.status, lost.text]).toEqual([503, expect.stringContaining('+100 %')]);
    // Meanwhile the first one turns out to have been committed.
    await ada.send(page, 'apply', { accept_unusual: '2' });
    expect((await ada.send(lost, 'apply')).text).toContain('2 prices are changed.');
    expect([await priceOf(product), await priceOf(other)]).toEqual(['4', '2']);
  });

  it('are not changed if they are others than those that were shown', async () => {
    const page = await preview('+10');
    expect(page.text).not.toContain('below cost');
    await shop.db.query('UPDATE products SET price = 3 WHERE id = $1', [product]);
    const late = await ada.send(page, 'apply');
    expect([late.status, await priceOf(product), await priceOf(other)]).toEqual([412, '3', '1']);
    expect(late.text).toContain('3.30 USD');
    expect((await ada.send(late, 'apply')).status).toBe(200);
    expect(await priceOf(product)).toBe('3.3');
  });

  it('show what rounding does more than the percentage, and leave out what is ticked', async () => {
    const small = await shop.product({ name: 'Small <b>', price: '0.0141', categoryId: category });
    const page = await ada.open('/console/prices');
    const typed = { target: 'category', id: String(category), percentage: '5', decimals: '2' };
    const shown = await ada.send(page, 'preview', typed);
    expect(shown.text).toContain('1 of these prices would be moved further by rounding');
    // The marked one stands before the others.
    expect(shown.text).toMatch(/Small <b> Games mostly rounding 0.0141 USD then 0.01 USD -29.08 %/);
    expect(shown.text.indexOf('Small')).toBeLessThan(shown.text.indexOf('60 <UC> Games 2.00'));
    expect(shown.text).toMatch(/60 <UC> Games 2.00 USD then 2.10 USD \+5 %/);
    const left = { [`except_${small}`]: 'on' };
    await shop.db.query('UPDATE products SET price = 3 WHERE id = $1', [product]);
    const late = await ada.send(shown, 'apply', left);
    expect([late.status, await priceOf(other)]).toEqual([412, '1']);
    // What was ticked stays so.
    expect((await ada.send(late, 'apply')).text).toContain('2 prices are changed.');
    expect(await Promise.all([small, product, other].map(priceOf))).toEqual([
      '0.0141',
      '3.15',
      '1.05',
    ]);
  });

  it('that were left out stay by a form whose answer was lost', async () => {
    const page = await preview('+10');
    const lost = new Error('broken');
    const forms = shop.service(FormOperations);
    const run = vi.spyOn(forms, 'run').mockRejectedValueOnce(new TemporarilyUnavailableError(lost));
    const sent = { [`except_${product}`]: 'on', [`except_${other}`]: undefined };
    const unsure = await ada.send(page, 'apply', sent);
    run.mockRestore();
    expect(unsure.status).toBe(503);
    expect((await ada.send(unsure, 'apply')).text).toContain('1 price is changed.');
    expect([await priceOf(product), await priceOf(other)]).toEqual(['2', '1.1']);
  });

  it('need a target and a percentage', async () => {
    const page = await ada.open('/console/prices');
    const wrong = await ada.send(page, 'preview', { target: 'all', percentage: 'ten' });
    expect(wrong.status).toBe(422);
    expect(wrong.form('preview').toString()).toContain('value="ten"');
    const both = { target: 'all', id: '1', percentage: '1' };
    expect((await ada.send(page, 'preview', both)).text).toContain('Leave this empty');
    const nothing = { target: 'product', percentage: '1' };
    expect((await ada.send(page, 'preview', nothing)).text).toContain('Say which');
    const odd = { target: 'product', id: 'no such name', percentage: '1' };
    expect((await ada.send(page, 'preview', odd)).text).toContain(
      'Nothing with this number or name',
    );
    const empty = await shop.category({ name: 'Empty' });
    const none = { target: 'category', id: String(empty), percentage: '1' };
    expect((await ada.send(page, 'preview', none)).text).toContain('There are no products in it.');
    const same = { target: 'product', id: String(product), percentage: '0' };
    const unchanged = await ada.send(page, 'preview', same);
    expect(unchanged.root.querySelectorAll('main form')).toEqual([]);
  });

  it('of a category are chosen by its name, and named with its path', async () => {
    const inner = await shop.category({ name: 'Gift %_ cards', parentId: category });
    await shop.category({ name: 'Gift %_ boxes', parentId: category });
    const id = await shop.product({ name: 'Card', price: '3.3', categoryId: inner });
    const page = await ada.open('/console/prices');
    const typed = { target: 'category', id: 'gift %_', percentage: '5' };
    const several = await ada.send(page, 'preview', typed);
    expect(several.status).toBe(422);
    const options = several.root.querySelectorAll('[name="id"] option').map(({ text }) => text);
    expect(options).toHaveLength(3);
    const shown = await ada.send(several, 'preview', { id: String(inner), decimals: '2' });
    expect(shown.text).toContain('Games › Gift %_ cards');
    expect(shown.text).toContain('+5 %');
    const changed = await ada.send(shown, 'apply');
    expect(changed.text).toMatch(
      /Product ?Price Card Gift %_ cards 3.30 USD then 3.47 USD \+5.15 %/,
    );
    expect(await priceOf(id)).toBe('3.47');
    const gone = { target: 'category', id: 'cards gift', percentage: '-99', decimals: '0' };
    expect((await ada.send(page, 'preview', gone)).text).toContain('rounded to 0');
  });

  it('that change unusually are asked for by their number', async () => {
    const page = await preview('+1000');
    expect(page.text).toContain('prices that change by more than 30 %: 2');
    const refused = await ada.send(page, 'apply');
    expect([refused.status, await priceOf(product)]).toEqual([409, '2']);
    expect((await ada.send(refused, 'apply', { accept_unusual: '3' })).status).toBe(409);
    expect((await ada.send(refused, 'apply', { accept_unusual: '2' })).status).toBe(200);
    expect(await priceOf(product)).toBe('22');
  });

  it('are changed by those only who may', async () => {
    const viewer = await operatorBrowser(shop, 'viewer');
    expect((await viewer.open('/console/prices')).status).toBe(403);
    for (const form of ['preview', 'apply']) {
      const refused = await viewer.post(`/console/prices/${form}`, new URLSearchParams());
      expect(refused.status).toBe(403);
    }
  });
});
