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

it('is begun by a template, which fills the form in, and is made with who delivers it', async () => {
  const shop = await workerShop();
  const ada = await operatorBrowser(shop, 'owner', fresh('ada'));
  const category = await shop.category({ name: 'Templates' });
  const stock = fresh('cards');
  await ada.send(await ada.open('/console/stock'), 'stock', { name: stock, codes: fresh('C') });
  const path = `/console/catalog/categories/${category}/products`;
  const empty = await ada.open(path);
  const typed = { name: fresh('Card'), price: '10' };
  for (const [hint, product, fields] of [
    [
      'Top-up by id Asks for a player id; one piece an order.',
      { product_type: 'package', qty_values: null, delivers_codes: null },
      [{ name: 'playerId' }],
    ],
    [
      'Gift card Codes from a stock; asks for nothing.',
      { product_type: 'package', qty_values: { min: '1', max: '10' }, delivers_codes: true },
      [],
    ],
    [
      'By amount Asks for a player id, and for any quantity between two bounds.',
      { product_type: 'amount', qty_values: { min: '1', max: '10000' }, delivers_codes: null },
      [{ name: 'playerId' }],
    ],
  ] as const) {
    const form = await ada.go(empty, hint);
    expect(form.root.querySelectorAll('.templates [aria-current]')).toHaveLength(1);
    const wrong = await ada.send(form, 'products', { ...typed, price: 'x', by_0: 'manual' });
    expect(wrong.root.querySelectorAll('.templates [aria-current]')).toHaveLength(1);
    const made = await ada.send(wrong, 'products', { price: '10', by_0: `stock:${stock}` });
    const id = Number(/\d+/.exec(made.path)?.[0]);
    const [row] = await shop.db.query(
      'SELECT product_type, qty_values, delivers_codes, fields, fulfillment FROM products WHERE id = $1',
      [id],
    );
    expect(row).toMatchObject({ ...product, fields });
    expect(row).toHaveProperty('fulfillment', [{ handler: 'codes', settings: { stock } }]);
  }
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
