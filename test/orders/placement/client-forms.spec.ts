import { randomUUID } from 'node:crypto';
import { RequestForms } from '../../../src/orders/request-forms/request-forms.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

interface OrderBody {
  readonly code?: number;
  readonly message?: string;
  readonly data?: { readonly order_id: string; readonly data: Record<string, string> };
}

const RANGE = { type: 'package', quantityValues: { min: '1', max: '50' } } as const;
const text = { type: 'string', required: true } as const;

describe('the forms in which clients write an order', () => {
  let shop: TestShop;
  let faults: () => Promise<string[]>;
  let account: TestAccount;
  let packs: number;
  let zoned: number;
  let arabic: number;
  let arabicZoned: number;

  beforeAll(async () => {
    shop = await workerShop();
    faults = await invariantsFromNow(shop.db);
    account = await shop.account({ balance: '100000' });
    packs = await shop.product({ ...RANGE, price: '2', fields: ['playerId'] });
    zoned = await shop.product({ ...RANGE, price: '2', fields: ['Player ID', 'Zone ID'] });
    arabic = await shop.product({ ...RANGE, price: '2', fields: ['معرف اللاعب'] });
    const labelled = [
      { ...text, name: 'رقم اللاعب', label: 'Player ID' },
      { ...text, name: 'السيرفر', label: 'Server' },
    ];
    arabicZoned = await shop.product({ ...RANGE, price: '2', fields: labelled });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    expect(await faults()).toEqual([]);
  });

  const switchOff = () =>
    vi.spyOn(shop.service(RequestForms), 'otherForms', 'get').mockReturnValue(false);
  const ask = (product: number, query: string, caller = account) =>
    caller.api(`/client/api/newOrder/${product}/params?${query}`);
  const post = (product: number, fields: object) =>
    account.api(`/client/api/newOrder/${product}/params`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
  const codeOf = async (product: number, query: string) =>
    ((await ask(product, query)).json as OrderBody).code;
  /** The orders under a key. */
  const ordersOf = (key: string) =>
    shop.db.query<{
      quantity: string;
      total: string;
      fields: object;
      extra_parameters: string[][];
    }>(
      `SELECT quantity, total, fields, extra_parameters FROM orders
       WHERE account_id = $1 AND order_uuid = $2`,
      [account.id, key],
    );
  const debitsOf = (key: string) =>
    shop.db.query(
      `SELECT FROM ledger_entries entry JOIN orders USING (account_id, order_id)
       WHERE account_id = $1 AND order_uuid = $2 AND entry.kind = 'debit'`,
      [account.id, key],
    );

  /** Spellings of one order each: as many pieces, and the same values of fields; KEY stands for the key. */
  const FORMS = {
    packs: {
      fields: { playerId: '5123' },
      pieces: 5,
      spellings: [
        'order_uuid=KEY&playerId=5123&qty=5',
        'order_uuid=KEY&playerId=5123&qt=5',
        'order_uuid=KEY&playerId=5123&Qty=5.0',
        'order_uuid=KEY&user_id=5123&QTY=5&qt=9',
        'order_uuid=KEY&playerId=5123&quantity=5',
        'order_uuid=KEY&playerId=5123&qty[]=05&count=7',
        'uuid=KEY&playerId=5123&qt=5',
        'orderUuid=KEY&playerId=5123&qty=5',
        'ORDER_UUID=KEY&playerId=5123&quantity=5',
      ],
    },
    zoned: {
      fields: { 'Player ID': '5', 'Zone ID': '2001' },
      pieces: 2,
      spellings: [
        'order_uuid=KEY&Player ID=5&Zone ID=2001&qty=2',
        'order_uuid=KEY&playerId=5&serverId=2001&qty=2',
        'order_uuid=KEY&playerId=5&zone_id=2001&uid=7&qty=2',
        'order_uuid=KEY&uid=5&server=2001&qt=2',
        'order_uuid=KEY&param1=5&param2=2001&qty=2',
        'order_uuid=KEY&param_1=5&param_2=2001&quantity=2',
        'uuid=KEY&param2=2001&param1=5&qt=2',
      ],
    },
    arabic: {
      fields: { 'معرف اللاعب': '77' },
      pieces: 1,
      spellings: [
        'order_uuid=KEY&معرف اللاعب=77',
        'order_uuid=KEY&playerId=77',
        'uuid=KEY&معرف_اللاعب=77&qt=1',
        'order_uuid=KEY&param1=77&quantity=1',
      ],
    },
    arabicZoned: {
      fields: { 'رقم اللاعب': '77', السيرفر: 'eu' },
      pieces: 3,
      spellings: [
        'order_uuid=KEY&رقم اللاعب=77&السيرفر=eu&qty=3',
        'order_uuid=KEY&playerId=77&serverId=eu&qt=3',
        'orderUuid=KEY&param1=77&param2=eu&quantity=3',
      ],
    },
  } as const;
  const productOf = (form: keyof typeof FORMS) => ({ packs, zoned, arabic, arabicZoned })[form];

  it.each(
    Object.entries(FORMS).flatMap(([form, { spellings }]) =>
      spellings.map((spelling) => [form as keyof typeof FORMS, spelling] as const),
    ),
  )(
    'of %s: %s orders the right number once, and each other one replays it',
    async (form, first) => {
      const { fields, pieces, spellings } = FORMS[form];
      const key = randomUUID();
      const query = (spelling: string) => encodeURI(spelling.replaceAll('KEY', key));
      const placed = await ask(productOf(form), query(first));
      expect([first, placed.status]).toEqual([first, 200]);
      for (const spelling of spellings) {
        const again = await ask(productOf(form), query(spelling));
        expect([spelling, again.status]).toEqual([spelling, 200]);
        expect(again.text).toBe(placed.text);
      }
      expect(await ordersOf(key)).toMatchObject([
        { quantity: `${pieces}.000000`, total: `${2 * pieces}.00000000`, fields },
      ]);
      expect(await debitsOf(key)).toHaveLength(1);
    },
  );

  it('include a JSON body, whose fields are replayed from a URL', async () => {
    const key = randomUUID();
    const placed = await post(packs, { uuid: key, playerId: 5123, quantity: 5 });
    expect(placed.status).toBe(200);
    expect((await ask(packs, `order_uuid=${key}&playerId=5123&qty=5`)).text).toBe(placed.text);
    expect((await post(packs, { order_uuid: key, playerId: '5123', qt: 5 })).text).toBe(
      placed.text,
    );
    expect((await ordersOf(key)).map(({ quantity }) => quantity)).toEqual(['5.000000']);
  });

  it('leave neither quantity nor key among the extra parameters', async () => {
    const key = randomUUID();
    await ask(packs, `orderUuid=${key}&playerId=1&Qty=5&QTY=5&quantity=7&note=n`);
    expect(await ordersOf(key)).toMatchObject([
      {
        quantity: '5.000000',
        extra_parameters: [
          ['quantity', '7'],
          ['note', 'n'],
        ],
      },
    ]);
  });

  describe('of the quantity', () => {
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
    ])('refuse %s with %i, as quote does', async (query, code) => {
      expect(await codeOf(packs, `order_uuid=${randomUUID()}&playerId=1&${query}`)).toBe(code);
      const quote = await account.api(`/client/api/quote/${packs}/params?playerId=1&${query}`);
      expect(quote.json).toMatchObject({ code });
      if (query.startsWith('count')) expect((quote.json as OrderBody).message).toContain('qty');
    });

    it.each([
      ['qty=5&Qty=9&quantity=8&count=7', 5],
      ['count=1&amount=1.0', 1],
      ['qt=5&count=7', 5],
      ['Qty=&qt=3', 3],
    ])('read %s as %i, as quote does', async (query, pieces) => {
      const key = randomUUID();
      expect((await ask(packs, `order_uuid=${key}&playerId=1&${query}`)).status).toBe(200);
      expect(Number((await ordersOf(key))[0]?.quantity)).toBe(pieces);
      const quote = await account.api(`/client/api/quote/${packs}/params?playerId=1&${query}`);
      expect(quote.json).toMatchObject({ data: { quantity: pieces } });
    });

    it.each([
      ['package', null],
      ['package', { min: '1', max: '1' }],
      ['amount', { min: '1', max: '1.0' }],
      ['specificPackage', ['1.0']],
    ] as const)('refuse other than 1 of %s %j with 106', async (type, quantityValues) => {
      const one = await shop.product({ price: '1', type, quantityValues });
      for (const name of ['qty', 'qt', 'QTY', 'quantity']) {
        expect([name, await codeOf(one, `order_uuid=${randomUUID()}&${name}=2`)]).toEqual([
          name,
          106,
        ]);
        expect(await codeOf(one, `order_uuid=${randomUUID()}&${name}=1.0`)).toBeUndefined();
      }
      expect(await codeOf(one, `order_uuid=${randomUUID()}&count=2`)).toBeUndefined();
    });

    it('leave a field its name, and at a replay the field of the order', async () => {
      const fields = [{ ...text, name: 'Quantity', label: 'Wanted' }];
      const id = await shop.product({ ...RANGE, price: '1', fields });
      const key = randomUUID();
      const placed = await ask(id, `order_uuid=${key}&quantity=7&qt=2`);
      expect(await ordersOf(key)).toMatchObject([
        { quantity: '2.000000', fields: { Quantity: '7' } },
      ]);
      await shop.db.query(`UPDATE products SET fields = '[]' WHERE id = $1`, [id]);
      expect((await ask(id, `order_uuid=${key}&quantity=7&qty=2`)).text).toBe(placed.text);
      expect(await codeOf(id, `order_uuid=${key}&quantity=2`)).toBe(116);
      expect(await codeOf(id, `order_uuid=${key}&quantity=7`)).toBe(116);
    });
  });

  describe('of the key', () => {
    const UUID = /[0-9a-f-]{36}/;

    it('are one key, at whatever time they come', async () => {
      const own = await shop.account({ balance: '100' });
      const key = randomUUID();
      const names = ['order_uuid', 'uuid', 'orderUuid', 'ORDER-UUID'];
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, index) => {
          const quantity = ['qty=3', 'qt=3', 'quantity=3', 'QTY=3.0'][Math.floor(index / 4) % 4];
          const query = `${names[index % 4]}=${key}&playerId=1&${quantity}`;
          return settled(() => ask(packs, query, own));
        }),
      );
      expect(new Set(answers.map(({ status, text: body }) => `${status} ${body}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      const placed = await shop.db.query('SELECT total FROM orders WHERE account_id = $1', [
        own.id,
      ]);
      expect(placed).toEqual([{ total: '6.00000000' }]);
      expect((await own.api('/client/api/profile')).json).toMatchObject({ balance: '94' });
    });

    it('let one of several orders win, at whatever time they come', async () => {
      const own = await shop.account({ balance: '1000' });
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 48 }, (_, index) => {
          const name = ['order_uuid', 'uuid', 'orderuuid'][index % 3];
          const query = `${name}=${key}&playerId=1&${index % 2 ? 'qt' : 'qty'}=${index + 1}`;
          return settled(() => ask(packs, query, own));
        }),
      );
      const codes = answers.map(({ json }) => (json as OrderBody).code);
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code === 116)).toHaveLength(47);
      const rows = await shop.db.query('SELECT FROM orders WHERE account_id = $1', [own.id]);
      expect(rows).toHaveLength(1);
    });

    it('are read where keys may be any text, but only a UUID with hyphens', async () => {
      const opaque = await shop.account({ balance: '100', orderUuidMode: 'opaque' });
      const answerTo = async (query: string) =>
        (await ask(packs, `${query}&playerId=1`, opaque)).json;
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
    ])('refuse %j with 114, and say %s', async (query, words) => {
      const sent = query.replaceAll('UUID', randomUUID()).replaceAll('OTHER', randomUUID());
      const { json } = await ask(packs, `${sent}&playerId=1`);
      expect(json).toMatchObject({ code: 114, message: expect.stringContaining(words) as string });
    });

    it('leave a field its name: a new order is refused with the fields, a known one replays', async () => {
      const id = await shop.product({ ...RANGE, price: '1', fields: ['UUID'] });
      const key = randomUUID();
      const { json } = await ask(id, `uuid=${key}&qty=5`);
      expect(json).toMatchObject({
        code: 114,
        message: 'Required parameter missing: order_uuid (uuid is a field of this product)',
      });
      expect(await codeOf(id, `uuid=${key}&qty=51`)).toBe(113);
      expect(await codeOf(900_001, `uuid=${key}`)).toBe(109);
      const quote = await account.api(`/client/api/quote/${id}/params?uuid=${key}`);
      expect(quote.json).toMatchObject({ status: 'OK' });

      const placed = await ask(packs, `order_uuid=${key}&playerId=1`);
      await shop.db.query(
        `UPDATE products SET fields = (SELECT fields FROM products WHERE id = $2) WHERE id = $1`,
        [packs, id],
      );
      try {
        expect((await ask(packs, `uuid=${key}&playerId=1`)).text).toBe(placed.text);
        expect(await codeOf(packs, `uuid=${key}&playerId=2`)).toBe(116);
      } finally {
        await shop.db.query(
          `UPDATE products SET fields = (SELECT fields FROM products WHERE id = $2) WHERE id = $1`,
          [packs, await shop.product({ ...RANGE, price: '2', fields: ['playerId'] })],
        );
      }
    });

    it('keep a sealed key sealed, and name the key in the journal of refusals', async () => {
      const key = randomUUID();
      await account.api(`/client/api/check?orders=[${key}]&uuid=1&seal=1`);
      const { json } = await ask(packs, `uuid=${key}&playerId=1`);
      expect(json).toMatchObject({ code: 117 });
      expect(key).toMatch(UUID);
      await vi.waitFor(async () => {
        const rows = await shop.db.query('SELECT code FROM order_refusals WHERE order_uuid = $1', [
          key,
        ]);
        expect(rows).toEqual([{ code: 117 }]);
      });
    });
  });

  describe('while the switch is off', () => {
    it('are read as an earlier release reads them', async () => {
      switchOff();
      const [one, other] = [randomUUID(), randomUUID()];
      await ask(packs, `order_uuid=${one}&playerId=1&qt=5`);
      await ask(zoned, `order_uuid=${other}&playerId=9&Player ID=5&zone=2001&uid=7`);
      expect(await ordersOf(one)).toMatchObject([
        { quantity: '1.000000', extra_parameters: [['qt', '5']] },
      ]);
      expect(await ordersOf(other)).toMatchObject([
        { fields: { 'Player ID': '5', 'Zone ID': '7' } },
      ]);
      const fresh = () => `order_uuid=${randomUUID()}`;
      expect(await codeOf(zoned, `${fresh()}&param1=5&param2=7`)).toBe(114);
      expect(await codeOf(packs, `${fresh()}&playerId=1&count=5`)).toBeUndefined();
      const oneOnly = await shop.product({
        ...RANGE,
        price: '1',
        quantityValues: { min: '1', max: '1' },
      });
      expect(await codeOf(oneOnly, `${fresh()}&qty=2`)).toBe(113);
      const quote = await account.api(`/client/api/quote/${packs}/params?playerId=1&qt=5`);
      expect(quote.json).toMatchObject({ data: { quantity: 1 } });
    });

    it('claim no key under another name', async () => {
      switchOff();
      const key = randomUUID();
      const { json } = await ask(900_001, `uuid=${key}`);
      expect(json).toMatchObject({ code: 114, message: 'Required parameter missing: order_uuid' });
      expect(await codeOf(packs, `uuid=${key}&playerId=1`)).toBe(114);
      expect(await ordersOf(key)).toEqual([]);
      expect(await codeOf(packs, `order_uuid=${key}&playerId=1`)).toBeUndefined();
    });

    it.each([
      ['uuid=KEY&playerId=1&qt=5', 'order_uuid=KEY&playerId=1&qty=5', 'packs', '5'],
      [
        'orderUuid=KEY&param1=5&param2=7&quantity=2',
        'order_uuid=KEY&qty=2&uid=5&Zone ID=7',
        'zoned',
        '2',
      ],
    ] as const)('replay what was placed before: %s', async (first, other, form, pieces) => {
      const key = randomUUID();
      const of = (query: string) => encodeURI(query.replaceAll('KEY', key));
      const placed = await ask(productOf(form), of(first));
      expect(placed.status).toBe(200);
      switchOff();
      for (const query of [first, other]) {
        expect((await ask(productOf(form), of(query))).text).toBe(placed.text);
      }
      expect((await ordersOf(key)).map(({ quantity }) => quantity)).toEqual([`${pieces}.000000`]);
    });

    it.each([
      [
        'order_uuid=KEY&playerId=1&qt=5',
        'packs',
        ['uuid=KEY&playerId=1&qt=5', 'uuid=KEY&playerId=1'],
      ],
      [
        'order_uuid=KEY&Player ID=5&zone=2001&uid=7',
        'zoned',
        ['uuid=KEY&Player ID=5&zone=2001&uid=7', 'uuid=KEY&param1=5&param2=7'],
      ],
    ] as const)('place what is replayed once it is on: %s', async (first, form, others) => {
      const key = randomUUID();
      const of = (query: string) => encodeURI(query.replaceAll('KEY', key));
      switchOff();
      const placed = await ask(productOf(form), of(first));
      expect(placed.status).toBe(200);
      vi.restoreAllMocks();
      for (const query of [first, ...others]) {
        expect((await ask(productOf(form), of(query))).text).toBe(placed.text);
      }
      expect(await debitsOf(key)).toHaveLength(1);
    });
  });
});
