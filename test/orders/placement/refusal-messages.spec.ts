import { randomUUID } from 'node:crypto';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  // A shop of its own: it trusts a proxy, which the tests are, so that they can call from any address.
  shop = await startTestShop({ TRUST_PROXY: 'loopback' });
  account = await shop.account({ balance: '10', creditLimit: '2.5' });
});

afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

const refusal = async (
  product: number,
  query: string,
  who = account,
): Promise<[number, string]> => {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&${query}`;
  const { code, message } = (await who.api(path)).json as { code: number; message: string };
  return [code, message];
};

describe('the message of a refused quantity', () => {
  const RANGE = { min: '500', max: '500000' };
  const SYNTAX = 'digits with at most one point and 6 decimals, such as 1 or 2.5';

  it.each([
    ['package', null, '2', 106, 'Quantity not allowed: it must be 1'],
    ['package', null, '1e3', 106, `Quantity not allowed: it must be ${SYNTAX}`],
    ['package', null, '0.0000001', 106, `Quantity not allowed: it must be ${SYNTAX}`],
    [
      'package',
      { min: '1', max: '50' },
      '1.5',
      106,
      'Quantity not allowed: it must be a whole number from 1 to 50',
    ],
    [
      'package',
      { min: '1', max: '50' },
      '51',
      113,
      'Quantity too large: it must be a whole number from 1 to 50',
    ],
    [
      'specificPackage',
      ['1.920', '2.88', '110'],
      '3',
      106,
      'Quantity not allowed: it must be one of 1.920, 2.88, 110',
    ],
    ['amount', RANGE, '499', 112, 'Quantity too small: it must be from 500 to 500000'],
    ['amount', RANGE, '500001', 113, 'Quantity too large: it must be from 500 to 500000'],
    ['amount', null, '0', 112, 'Quantity too small: it must be more than 0'],
  ] as const)('of %s with %j says for %s what is right', async (type, values, qty, ...said) => {
    const product = await shop.product({ type, quantityValues: values, price: '0.01' });

    expect(await refusal(product, `qty=${qty}`)).toEqual(said);
  });

  it('stays short, however long the list is', async () => {
    const quantityValues = Array.from({ length: 500 }, (_, index) => String(index + 2));
    const product = await shop.product({ type: 'specificPackage', quantityValues });
    const first = quantityValues.slice(0, 20).join(', ');

    expect(await refusal(product, 'qty=1')).toEqual([
      106,
      `Quantity not allowed: it must be one of ${first}, … (500 in all)`,
    ]);
  });

  it('says which charge rounds to nothing, or is too large', async () => {
    const tiny = await shop.product({ type: 'amount', price: '0.000061' });
    const dear = await shop.product({ type: 'amount', price: '5000000000' });

    expect(await refusal(tiny, 'qty=0.00001')).toEqual([
      112,
      'Quantity too small: at 0.000061 USD each its charge rounds to 0 USD',
    ]);
    expect(await refusal(dear, `qty=${'9'.repeat(20)}`)).toEqual([
      113,
      'Quantity too large: at 5000000000 USD each its charge has more than 20 digits before the point',
    ]);
  });
});

describe('the message of a refused charge', () => {
  it('says what is needed and what can be spent, credit included', async () => {
    const product = await shop.product({ price: '12.50000001' });

    expect(await refusal(product, '')).toEqual([
      100,
      'Insufficient balance: 12.50000001 USD needed, 12.5 USD available',
    ]);
  });

  it('says nothing of other accounts', async () => {
    const poor = await shop.account({});
    const product = await shop.product({ price: '1' });

    expect(await refusal(product, '', poor)).toEqual([
      100,
      'Insufficient balance: 1 USD needed, 0 USD available',
    ]);
  });
});

describe('the message of a refused field', () => {
  const field = { label: 'L', type: 'string', required: true } as const;

  it.each([
    [{}, '', 'Required parameter missing: id'],
    [{ options: ['EU', 'Asia'] }, '', 'Required parameter missing: id (one of EU, Asia)'],
    [{ options: ['EU', 'Asia'] }, 'eu', 'Malformed parameter: id (one of EU, Asia)'],
    [
      { pattern: '^[0-9]{5,12}$' },
      '51234x',
      'Malformed parameter: id (text that matches ^[0-9]{5,12}$)',
    ],
    [{ type: 'number' }, 'high', 'Malformed parameter: id (a number)'],
    [
      { type: 'number', pattern: '^[1-9]$' },
      '12',
      'Malformed parameter: id (a number; text that matches ^[1-9]$)',
    ],
    [{}, 'x'.repeat(501), 'Malformed parameter: id (at most 500 characters)'],
  ] as const)('%j names the field and its rule for %s', async (rule, value, message) => {
    const product = await shop.product({ fields: [{ name: 'id', ...field, ...rule }] });

    expect(await refusal(product, `id=${value}`)).toEqual([114, message]);
  });

  it('never repeats the value, which may be private', async () => {
    const product = await shop.product({ fields: [{ name: 'id', ...field, pattern: '[0-9]+' }] });

    expect((await refusal(product, 'id=PLAYER-77'))[1]).not.toContain('PLAYER-77');
  });

  it.each([
    ['uuid', 'a UUID: 32 hex digits, with or without hyphens'],
    ['opaque', '1 to 100 printable characters without spaces and , ( ) [ ] { } < > " \' ` / &'],
  ] as const)('order_uuid says what is taken in the mode %s', async (orderUuidMode, rule) => {
    const { api } = await shop.account({ orderUuidMode });
    const message = async (query: string) =>
      ((await api(`/client/api/newOrder/1/params?${query}`)).json as { message: string }).message;

    expect(await message('order_uuid=a/b')).toBe(`Malformed parameter: order_uuid (${rule})`);
    expect(await message('order_uuid=')).toBe(`Required parameter missing: order_uuid (${rule})`);
    expect(await message('')).toBe(
      `Required parameter missing: order_uuid (${rule}; an HTTP library may have left it out ` +
        'because it is an object, such as a UUID: send it as text)',
    );
  });
});

describe('the message of a refused address', () => {
  it.each([
    ['203.0.113.8', 'IP address not allowed: 203.0.113.8'],
    ['::ffff:203.0.113.8', 'IP address not allowed: 203.0.113.8'],
    ['198.51.100.1, 2001:DB8:0:0::1', 'IP address not allowed: 2001:db8::1'],
    ['<b>x', 'IP address not allowed: the X-Forwarded-For of the proxy names none'],
  ])('of %s says which address was seen', async (forwarded, message) => {
    const { api } = await shop.account({ allowedIps: ['203.0.113.7'] });
    const { json } = await api('/client/api/profile', {
      headers: { 'X-Forwarded-For': forwarded },
    });

    expect(json).toMatchObject({ code: 123, message, error: message });
  });
});
