import { randomUUID } from 'node:crypto';
import { RequestForms } from '../../../src/orders/request-forms/request-forms.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { FormShop, RANGE } from './form-shop.js';

describe('the forms of an earlier release, while the switch is off', () => {
  let forms: FormShop;
  let faults: () => Promise<string[]>;

  beforeAll(async () => {
    forms = await FormShop.open();
    faults = await invariantsFromNow(forms.shop.db);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    expect(await faults()).toEqual([]);
  });

  const switchOff = () => {
    vi.spyOn(forms.shop.service(RequestForms), 'otherForms', 'get').mockReturnValue(false);
  };

  it('are read as an earlier release reads them', async () => {
    switchOff();
    const [one, other] = [randomUUID(), randomUUID()];
    await forms.ask(forms.products.packs, `order_uuid=${one}&playerId=1&qt=5`);
    await forms.ask(
      forms.products.zoned,
      `order_uuid=${other}&playerId=9&Player ID=5&zone=2001&uid=7`,
    );
    expect(await forms.ordersOf(one)).toMatchObject([
      { quantity: '1.000000', extra_parameters: [['qt', '5']] },
    ]);
    expect(await forms.ordersOf(other)).toMatchObject([
      { fields: { 'Player ID': '5', 'Zone ID': '7' } },
    ]);
    const fresh = () => `order_uuid=${randomUUID()}`;
    expect(await forms.codeOf(forms.products.zoned, `${fresh()}&param1=5&param2=7`)).toBe(114);
    expect(
      await forms.codeOf(forms.products.packs, `${fresh()}&playerId=1&count=5`),
    ).toBeUndefined();
    const oneOnly = await forms.shop.product({
      ...RANGE,
      price: '1',
      quantityValues: { min: '1', max: '1' },
    });
    expect(await forms.codeOf(oneOnly, `${fresh()}&qty=2`)).toBe(113);
    const quote = await forms.quote(forms.products.packs, `playerId=1&qt=5`);
    expect(quote).toMatchObject({ data: { quantity: 1 } });
  });

  it('claim no key under another name', async () => {
    switchOff();
    const key = randomUUID();
    const { json } = await forms.ask(900_001, `uuid=${key}`);
    expect(json).toMatchObject({ code: 114, message: 'Required parameter missing: order_uuid' });
    expect(await forms.codeOf(forms.products.packs, `uuid=${key}&playerId=1`)).toBe(114);
    expect(await forms.ordersOf(key)).toEqual([]);
    expect(
      await forms.codeOf(forms.products.packs, `order_uuid=${key}&playerId=1`),
    ).toBeUndefined();
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
    const of = (query: string) => query.replaceAll('KEY', key);
    const placed = await forms.ask(forms.products[form], of(first));
    expect(placed.status).toBe(200);
    switchOff();
    for (const query of [first, other]) {
      expect((await forms.ask(forms.products[form], of(query))).text).toBe(placed.text);
    }
    expect((await forms.ordersOf(key)).map(({ quantity }) => quantity)).toEqual([
      `${pieces}.000000`,
    ]);
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
    const of = (query: string) => query.replaceAll('KEY', key);
    switchOff();
    const placed = await forms.ask(forms.products[form], of(first));
    expect(placed.status).toBe(200);
    vi.restoreAllMocks();
    for (const query of [first, ...others]) {
      expect((await forms.ask(forms.products[form], of(query))).text).toBe(placed.text);
    }
    expect(await forms.debitsOf(key)).toBe(1);
  });
});
