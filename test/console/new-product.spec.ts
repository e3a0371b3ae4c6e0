import { operatorBrowser } from '../support/console-operator.js';
import { fresh, workerShop } from '../support/worker-shop.js';

it('a product is made with what an order asks for, and sold at once where its box is ticked', async () => {
  const shop = await workerShop();
  const ada = await operatorBrowser(shop, 'owner', fresh('ada'));
  const category = await shop.category({ name: 'Top-ups' });
  const form = await ada.open(`/console/catalog/categories/${category}/products`);
  expect(form.text).toContain('What an order asks for');
  const asks = { field_0_name: 'player_id', field_0_label: 'Player <b>', field_0_type: 'number' };
  const typed = { ...asks, field_0_pattern: '(', name: fresh('UC'), price: '1' };
  const wrong = await ada.send(form, 'products', typed);
  expect(wrong.status).toBe(422);
  const shown = wrong.form('products').querySelector('[name=field_0_label]');
  expect(shown?.getAttribute('value')).toBe('Player <b>');
  const made = await ada.send(wrong, 'products', { field_0_pattern: '', available: 'on' });
  expect(made.text).toMatch(/The product is made\..*player_id/);
  const [row] = await shop.db.query('SELECT available, fields FROM products WHERE id = $1', [
    Number(/\d+/.exec(made.path)?.[0]),
  ]);
  expect(row).toMatchObject({
    available: true,
    fields: [{ name: 'player_id', label: 'Player <b>', type: 'number', required: true }],
  });
});

it('is made with who delivers it', async () => {
  const shop = await workerShop();
  const ada = await operatorBrowser(shop, 'owner', fresh('ada'));
  const category = await shop.category({ name: 'Gift cards' });
  const stock = fresh('cards');
  await ada.send(await ada.open('/console/stock'), 'stock', { name: stock, codes: fresh('C') });
  const form = await ada.open(`/console/catalog/categories/${category}/products`);
  const typed = { name: fresh('Card'), price: 'x', by_0: `stock:${stock}` };
  const wrong = await ada.send(form, 'products', typed);
  const made = await ada.send(wrong, 'products', { price: '10' });
  const [row] = await shop.db.query(
    'SELECT product_type, fields, fulfillment FROM products WHERE id = $1',
    [Number(/\d+/.exec(made.path)?.[0])],
  );
  const fulfillment = [{ handler: 'codes', settings: { stock } }];
  expect(row).toEqual({ product_type: 'package', fields: [], fulfillment });
});

it('stands where who delivers it is refused: its page says why', async () => {
  const shop = await workerShop();
  const ada = await operatorBrowser(shop, 'owner', fresh('ada'));
  const category = await shop.category({ name: 'Refused deliveries' });
  const form = await ada.open(`/console/catalog/categories/${category}/products`);
  const typed = { name: fresh('Made'), price: '1', by_0: 'handler:nobody' };
  const made = await ada.send(form, 'products', typed);
  expect([made.status, made.title]).toEqual([422, expect.stringContaining(typed.name)]);
  expect(made.form('delivery').toString()).toContain('nobody');
});
