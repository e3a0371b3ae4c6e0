import { randomUUID } from 'node:crypto';
import { invariantsFromNow } from '../../support/invariants.js';
import { FormShop, RANGE, TEXT_FIELD, type OrderBody } from './form-shop.js';

describe('the quantity under another name', () => {
  let forms: FormShop;
  let faults: () => Promise<string[]>;

  beforeAll(async () => {
    forms = await FormShop.open();
    faults = await invariantsFromNow(forms.shop.db);
  });
  afterAll(async () => {
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['qt=x', 106],
    ['quantity=1e3', 106],
    ['qt=51', 113],
    ['qt=0', 112],
    ['Qty=5&QTY=6', 114],
    ['qt=5&quantity=6', 114],
    ['qty=&quantity=5', 106],
    ['count=5', 114],
    ['amount=1.26', 114],
    ['units=x', 114],
    ['pieces=5&Qty=', 114],
  ])('is refused as %s with %i, as quote does', async (query, code) => {
    expect(
      await forms.codeOf(forms.products.packs, `order_uuid=${randomUUID()}&playerId=1&${query}`),
    ).toBe(code);
    const quote = await forms.quote(forms.products.packs, `playerId=1&${query}`);
    expect(quote).toMatchObject({ code });
    if (query.startsWith('count')) expect((quote as OrderBody).message).toContain('qty');
  });

  it.each([
    ['qty=5&Qty=9&quantity=8&count=7', 5],
    ['count=1&amount=1.0', 1],
    ['qt=5&count=7', 5],
    ['Qty=&qt=3', 3],
  ])('is read from %s as %i, as quote does', async (query, pieces) => {
    const key = randomUUID();
    expect(
      (await forms.ask(forms.products.packs, `order_uuid=${key}&playerId=1&${query}`)).status,
    ).toBe(200);
    expect(Number((await forms.ordersOf(key))[0]?.quantity)).toBe(pieces);
    const quote = await forms.quote(forms.products.packs, `playerId=1&${query}`);
    expect(quote).toMatchObject({ data: { quantity: pieces } });
  });

  it.each([
    ['package', null],
    ['package', { min: '1', max: '1' }],
    ['amount', { min: '1', max: '1.0' }],
    ['specificPackage', ['1.0']],
  ] as const)('is 106 unless 1 where only 1 is possible: %s %j', async (type, quantityValues) => {
    const one = await forms.shop.product({ price: '1', type, quantityValues });
    for (const name of ['qty', 'qt', 'QTY', 'quantity']) {
      expect([name, await forms.codeOf(one, `order_uuid=${randomUUID()}&${name}=2`)]).toEqual([
        name,
        106,
      ]);
      expect(await forms.codeOf(one, `order_uuid=${randomUUID()}&${name}=1.0`)).toBeUndefined();
    }
    expect(await forms.codeOf(one, `order_uuid=${randomUUID()}&count=2`)).toBeUndefined();
  });

  it('is never what a field bears, and at a replay a field of the order', async () => {
    const fields = [{ ...TEXT_FIELD, name: 'Quantity', label: 'Wanted' }];
    const id = await forms.shop.product({ ...RANGE, price: '1', fields });
    const key = randomUUID();
    const placed = await forms.ask(id, `order_uuid=${key}&quantity=7&qt=2`);
    expect(await forms.ordersOf(key)).toMatchObject([
      { quantity: '2.000000', fields: { Quantity: '7' } },
    ]);
    await forms.shop.db.query(`UPDATE products SET fields = '[]' WHERE id = $1`, [id]);
    expect((await forms.ask(id, `order_uuid=${key}&quantity=7&qty=2`)).text).toBe(placed.text);
    expect(await forms.codeOf(id, `order_uuid=${key}&quantity=2`)).toBe(116);
    expect(await forms.codeOf(id, `order_uuid=${key}&quantity=7`)).toBe(116);
  });
});
