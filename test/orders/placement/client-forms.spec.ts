import { randomUUID } from 'node:crypto';
import { invariantsFromNow } from '../../support/invariants.js';
import { FormShop } from './form-shop.js';

describe('the forms in which clients write an order', () => {
  let forms: FormShop;
  let faults: () => Promise<string[]>;

  beforeAll(async () => {
    forms = await FormShop.open();
    faults = await invariantsFromNow(forms.shop.db);
  });
  afterAll(async () => {
    expect(await faults()).toEqual([]);
  });

  const post = (product: number, fields: object) =>
    forms.account.api(`/client/api/newOrder/${product}/params`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });

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

  it.each(
    Object.entries(FORMS).flatMap(([form, { spellings }]) =>
      spellings.map((spelling) => [form as keyof typeof FORMS, spelling] as const),
    ),
  )(
    'of %s: %s orders the right number once, and each other one replays it',
    async (form, first) => {
      const { fields, pieces, spellings } = FORMS[form];
      const key = randomUUID();
      const query = (spelling: string) => spelling.replaceAll('KEY', key);
      const placed = await forms.ask(forms.products[form], query(first));
      expect([first, placed.status]).toEqual([first, 200]);
      for (const spelling of spellings) {
        const again = await forms.ask(forms.products[form], query(spelling));
        expect([spelling, again.status]).toEqual([spelling, 200]);
        expect(again.text).toBe(placed.text);
      }
      expect(await forms.ordersOf(key)).toMatchObject([
        { quantity: `${pieces}.000000`, total: `${2 * pieces}.00000000`, fields },
      ]);
      expect(await forms.debitsOf(key)).toBe(1);
    },
  );

  it('include a JSON body, whose fields are replayed from a URL', async () => {
    const key = randomUUID();
    const placed = await post(forms.products.packs, { uuid: key, playerId: 5123, quantity: 5 });
    expect(placed.status).toBe(200);
    expect(
      (await forms.ask(forms.products.packs, `order_uuid=${key}&playerId=5123&qty=5`)).text,
    ).toBe(placed.text);
    expect(
      (await post(forms.products.packs, { order_uuid: key, playerId: '5123', qt: 5 })).text,
    ).toBe(placed.text);
    expect((await forms.ordersOf(key)).map(({ quantity }) => quantity)).toEqual(['5.000000']);
  });

  it('leave neither quantity nor key among the extra parameters', async () => {
    const key = randomUUID();
    await forms.ask(
      forms.products.packs,
      `orderUuid=${key}&playerId=1&Qty=5&QTY=5&quantity=7&note=n`,
    );
    expect(await forms.ordersOf(key)).toMatchObject([
      {
        quantity: '5.000000',
        extra_parameters: [
          ['quantity', '7'],
          ['note', 'n'],
        ],
      },
    ]);
  });
});
