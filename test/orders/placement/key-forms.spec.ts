import { randomUUID } from 'node:crypto';
import { invariantsFromNow } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import { FormShop, RANGE, type OrderBody } from './form-shop.js';

describe('the key under another name', () => {
  let forms: FormShop;
  let faults: () => Promise<string[]>;

  beforeAll(async () => {
    forms = await FormShop.open();
    faults = await invariantsFromNow(forms.shop.db);
  });
  afterAll(async () => {
    expect(await faults()).toEqual([]);
  });

  it('is the same key, at whatever time the requests come', async () => {
    const own = await forms.shop.account({ balance: '100' });
    const key = randomUUID();
    const names = ['order_uuid', 'uuid', 'orderUuid', 'ORDER-UUID'];
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => {
        const quantity = ['qty=3', 'qt=3', 'quantity=3', 'QTY=3.0'][Math.floor(index / 4) % 4];
        const query = `${names[index % 4]}=${key}&playerId=1&${quantity}`;
        return settled(() => forms.ask(forms.products.packs, query, own));
      }),
    );
    expect(new Set(answers.map(({ status, text: body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const placed = await forms.shop.db.query('SELECT total FROM orders WHERE account_id = $1', [
      own.id,
    ]);
    expect(placed).toEqual([{ total: '6.00000000' }]);
    expect((await own.api('/client/api/profile')).json).toMatchObject({ balance: '94' });
  });

  it('lets one of several orders win, at whatever time they come', async () => {
    const own = await forms.shop.account({ balance: '1000' });
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 48 }, (_, index) => {
        const name = ['order_uuid', 'uuid', 'orderuuid'][index % 3];
        // None is 1: an order of one piece also repeats for `qt`, which an earlier release did not read.
        const query = `${name}=${key}&playerId=1&${index % 2 ? 'qt' : 'qty'}=${index + 2}`;
        return settled(() => forms.ask(forms.products.packs, query, own));
      }),
    );
    const codes = answers.map(({ json }) => (json as OrderBody).code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 116)).toHaveLength(47);
    const rows = await forms.shop.db.query('SELECT FROM orders WHERE account_id = $1', [own.id]);
    expect(rows).toHaveLength(1);
  });

  it('is read where keys may be any text, but only a UUID with hyphens', async () => {
    const opaque = await forms.shop.account({ balance: '100', orderUuidMode: 'opaque' });
    const answerTo = async (query: string) =>
      (await forms.ask(forms.products.packs, `${query}&playerId=1`, opaque)).json;
    expect(await answerTo('uuid=order-17')).toMatchObject({ code: 114 });
    expect(await answerTo(`uuid=${randomUUID().replaceAll('-', '')}`)).toMatchObject({
      code: 114,
    });
    expect(await answerTo(`uuid=${randomUUID()}`)).toMatchObject({ status: 'OK' });
  });

  it.each([
    ['', 'as text'],
    ['order_uuid=&uuid=UUID', 'order_uuid'],
    ['uuid=UUID&orderUuid=OTHER', 'Different values for parameter: order_uuid'],
    ['uuid=UUID&uuid=UUID', 'Parameter repeated: uuid'],
  ])('is refused as %j with 114, which says %s', async (query, words) => {
    const sent = query.replaceAll('UUID', randomUUID()).replaceAll('OTHER', randomUUID());
    const { json } = await forms.ask(forms.products.packs, `${sent}&playerId=1`);
    expect(json).toMatchObject({ code: 114, message: expect.stringContaining(words) as string });
  });

  it('is left to a field: a new order is refused with the fields, a known one replays', async () => {
    const id = await forms.shop.product({ ...RANGE, price: '1', fields: ['UUID'] });
    const key = randomUUID();
    const { json } = await forms.ask(id, `uuid=${key}&qty=5`);
    expect(json).toMatchObject({
      code: 114,
      message: 'Required parameter missing: order_uuid (uuid is a field of this product)',
    });
    expect(await forms.codeOf(id, `uuid=${key}&qty=51`)).toBe(113);
    expect(await forms.codeOf(900_001, `uuid=${key}`)).toBe(109);
    const quote = await forms.quote(id, `uuid=${key}`);
    expect(quote).toMatchObject({ status: 'OK' });

    const known = await forms.shop.product({ ...RANGE, price: '1', fields: ['playerId'] });
    const placed = await forms.ask(known, `order_uuid=${key}&playerId=1`);
    await forms.shop.db.query(
      `UPDATE products SET fields = (SELECT fields FROM products WHERE id = $2) WHERE id = $1`,
      [known, id],
    );
    expect((await forms.ask(known, `uuid=${key}&playerId=1`)).text).toBe(placed.text);
    expect(await forms.codeOf(known, `uuid=${key}&playerId=2`)).toBe(116);
  });

  it('stays sealed, and stands in the journal of refusals', async () => {
    const key = randomUUID();
    await forms.account.api(`/client/api/check?orders=[${key}]&uuid=1&seal=1`);
    const { json } = await forms.ask(forms.products.packs, `uuid=${key}&playerId=1`);
    expect(json).toMatchObject({ code: 117 });
    await vi.waitFor(async () => {
      const rows = await forms.shop.db.query(
        'SELECT code FROM order_refusals WHERE order_uuid = $1',
        [key],
      );
      expect(rows).toEqual([{ code: 117 }]);
    });
  });
});
