import { randomUUID } from 'node:crypto';
import { invariantsFromNow } from '../../support/invariants.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

/** Texts that some parsers take for a number. */
const HOSTILE_QUANTITIES = [
  '', ' ', '+1', '-1', '-0', '--1', '.5', '1.', '1..0', '1.0.0', '1,5', '1,000', '1_000', '1 000',
  '1e3', '1E3', '1e-7', '0x10', '0b11', '0o17', '1n', 'NaN', 'nan', 'Infinity', '-Infinity', 'inf',
  'null', 'undefined', 'true', '[]', '{}', '[1]', '1;2', '1/2', '١', '２', '½', '1\u00a0', '1\n', '1%',
  '$1', '"1"', '9'.repeat(30), '9'.repeat(400), `0.${'0'.repeat(40)}1`, '1\u200b', "1'--", '1)', '0.0000001',
]; // prettier-ignore

const HOSTILE_IDS = ['0', '-1', '2147483648', '9223372036854775808', `1${'0'.repeat(30)}`];
const MORE_IDS = [
  '1.5',
  '1e1',
  '0x1',
  'NaN',
  'abc',
  '%20',
  '%00',
  '..%2F..',
  '%EF%BC%91',
  "1'",
  '1;',
];

describe('hostile orders', () => {
  let shop: TestShop;
  let faults: () => Promise<string[]>;
  let account: TestAccount;
  let product: number;
  /** Lines that others had logged before. */
  let logged: number;

  beforeAll(async () => {
    shop = await workerShop();
    logged = shop.logs().length;
    faults = await invariantsFromNow(shop.db);
    account = await shop.account({ balance: '1000', orderUuidMode: 'uuid' });
    product = await shop.product({ price: '2', fields: ['playerId'] });
  });

  /** After each case orders and ledger are consistent, and no error was unforeseen. */
  afterEach(async () => {
    expect(await faults()).toEqual([]);
    expect(unforeseen()).toEqual([]);
  });

  const unforeseen = () =>
    shop
      .logs()
      .slice(logged)
      .filter((line) => line.includes('unforeseen error'));
  const orders = async () =>
    (await shop.db.query('SELECT FROM orders WHERE account_id = $1', [account.id])).length;
  const order = (path: string, ask = {}) => account.api(`/client/api/newOrder/${path}`, ask);
  const fresh = () => `order_uuid=${randomUUID()}&playerId=1`;

  it.each(HOSTILE_QUANTITIES)('refuses the quantity %j with 106', async (quantity) => {
    const before = await orders();
    const { json } = await order(
      `${product}/params?${fresh()}&qty=${encodeURIComponent(quantity)}`,
    );
    expect(json).toMatchObject({ code: 106 });
    expect(await orders()).toBe(before);
  });

  it.each([...HOSTILE_IDS, ...MORE_IDS])('knows no product %j', async (id) => {
    const { status, json } = await order(`${id}/params?${fresh()}`);
    expect([status, json]).toMatchObject([404, { code: 109 }]);
  });

  it('reads an id in one form only', async () => {
    const before = await orders();
    for (const id of [`0${product}`, `00${product}`, `+${product}`, `${product}.0`]) {
      expect((await order(`${id}/params?${fresh()}`)).json).toMatchObject({ code: 109 });
    }
    expect(await orders()).toBe(before);
  });

  it('calls the same product under another form of its id another order', async () => {
    const request = fresh();
    expect((await order(`${product}/params?${request}`)).status).toBe(200);
    expect((await order(`0${product}/params?${request}`)).json).toMatchObject({ code: 116 });
  });

  it.each([
    ['a value', (marks: string) => ({ playerId: marks })],
    ['a name', (marks: string) => ({ playerId: '1', [marks]: '1' })],
  ])(
    'refuses 14,000 combining marks in %s with 114, and with 116 under a known key',
    async (_, of) => {
      const uuid = randomUUID();
      const post = (key: string, fields: object) =>
        order(`${product}/params?order_uuid=${key}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(fields),
        });
      const hostile = of('\u0301\u0316'.repeat(7_000));
      expect((await post(uuid, hostile)).json).toMatchObject({ code: 114 });
      expect((await post(uuid, { playerId: '2' })).status).toBe(200);
      expect((await post(uuid, hostile)).json).toMatchObject({ code: 116 });
    },
  );

  it('knows no route below a slash in the product id', async () => {
    expect((await order(`1/2/params?${fresh()}`)).status).toBe(404);
  });

  it('never makes objects of parameter names', async () => {
    const names = [
      'qty[]',
      'qty[0]',
      '__proto__[x]',
      '__proto__',
      'constructor',
      'toString',
      'a[b][c]',
    ];
    const query = names.map((name) => `${encodeURIComponent(name)}=9`).join('&');
    const { status, text } = await order(`${product}/params?${fresh()}&${query}`);
    expect(status).toBe(200);
    // `qty[]` is another name of the quantity.
    expect(text).toContain('"price":18,');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('asks a field named __proto__ or constructor like any other', async () => {
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      const id = await shop.product({ price: '1', fields: [name] });
      const uuid = randomUUID();
      expect((await order(`${id}?order_uuid=${uuid}`)).json).toMatchObject({ code: 114 });
      const first = await order(`${id}?order_uuid=${uuid}&${name}=7`);
      expect(first.text).toContain(`"data":{"${name}":"7"}`);
      expect((await order(`${id}?order_uuid=${uuid}&${name}=7`)).text).toBe(first.text);
      expect((await order(`${id}?order_uuid=${uuid}&${name}=8`)).json).toMatchObject({ code: 116 });
    }
  });

  it.each([
    ['a repeated qty', 'qty=1&qty=2'],
    ['a repeated field', 'playerId=2'],
    ['NUL in a value', 'x=%00'],
    ['NUL in a name', '%00=1'],
    ['a lone surrogate', 'x=%ED%A0%80'],
    ['bytes that are no UTF-8', 'x=%FF%FE'],
    ['a broken percent sign', 'x=%'],
    ['a half percent sign', 'x=%4'],
    ['a name of 10,000 characters', `${'n'.repeat(10_000)}=1`],
    ['a value of 10,000 characters', `x=${'v'.repeat(10_000)}`],
    ['2,000 parameters', Array.from({ length: 2000 }, (_, index) => `p${index}=1`).join('&')],
  ])('refuses %s with 114', async (_, query) => {
    const before = await orders();
    const { json } = await order(`${product}/params?${fresh()}&${query}`);
    expect(json).toMatchObject({ code: 114 });
    expect(await orders()).toBe(before);
  });

  it('refuses a URL that is too long, with and without room for its headers', async () => {
    const { status, json } = await order(`${product}/params?${fresh()}&x=${'y'.repeat(33_000)}`);
    expect([status, json]).toMatchObject([400, { code: 114 }]);
    const longer = await order(`${product}/params?${fresh()}&x=${'y'.repeat(70_000)}`);
    expect([longer.status, longer.json]).toMatchObject([431, { code: 114 }]);
  });

  it('refuses a body that is too long', async () => {
    const { json } = await order(`${product}/params`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ x: 'y'.repeat(40_000) }),
    });
    expect(json).toMatchObject({ code: 114 });
  });

  it('survives every list that check can be sent', async () => {
    const lists = [
      '%00',
      '%',
      '[[[]]]',
      '[,,,]',
      '{"a":1}',
      '%22',
      "'; DROP TABLE orders; --",
      '\u202e',
    ];
    for (const list of lists) {
      const { status } = await account.api(`/client/api/check?uuid=1&orders=${encodeURI(list)}`);
      expect([200, 400]).toContain(status);
    }
    for (const orderId of ['ID_x', `ID_${'f'.repeat(9000)}`, '__proto__']) {
      expect((await account.api(`/client/api/check?orders=${orderId}`)).text).toContain(
        '"data":[]',
      );
    }
  });
});
