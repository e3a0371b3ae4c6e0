import { accountFieldsFault, type AccountField } from './account-field.js';

const field = (name: string, more: Partial<AccountField> = {}): AccountField => ({
  name,
  label: name,
  type: 'string',
  required: true,
  ...more,
});
const faultOfName = (name: string): string | undefined => accountFieldsFault([field(name)]);

describe('accountFieldsFault', () => {
  it.each([
    [[]],
    [[field('playerId')]],
    [[field('Player ID'), field('Zone ID', { required: false })]],
    [[field('معرف اللاعب'), field('Oyuncu Kimliği'), field('🎮')]],
    [[field('x'.repeat(100))]],
    [[field('__proto__'), field('constructor')]],
    [[field('token id')]],
    [[field('id', { pattern: '[0-9]{5,12}' }), field('server', { options: ['EU', 'Asia'] })]],
  ])('finds nothing wrong with %j', (fields) => {
    expect(accountFieldsFault(fields)).toBeUndefined();
  });

  it.each(['', ' ', ' id', 'id ', '\u00a0id', 'a\0b', '\ud800', 'cafe\u0301'])(
    'refuses the name %j: not as it is kept and compared',
    (name) => {
      expect(faultOfName(name)).toMatch(/must be trimmed, non-empty text in normalization form C/);
    },
  );

  it('refuses a name that is too long, and does not repeat all of it', () => {
    const fault = faultOfName('x'.repeat(101));

    expect(fault).toMatch(/is longer than 100$/);
    expect(fault?.length).toBeLessThan(150);
  });

  it.each(['qty', 'QTY', 'order_uuid', 'Order_UUID'])(
    'refuses %s, which newOrder reads',
    (name) => {
      expect(faultOfName(name)).toMatch(/is a parameter of newOrder$/);
    },
  );

  it.each(['max_price', 'MAX_PRICE', 'Max Price', 'max-price', 'maxPrice', 'max\u2013price'])(
    'refuses %s, which the parameter max_price would fill',
    (name) => {
      expect(faultOfName(name)).toMatch(/ would take max_price, a parameter of newOrder$/);
    },
  );

  it('refuses a label that the parameter max_price would fill', () => {
    expect(accountFieldsFault([field('Limit', { label: ' Max_Price ' })])).toMatch(/max_price/);
    expect(accountFieldsFault([field('Limit', { label: 'Max price' })])).toBeUndefined();
  });

  it.each(['price', 'max', 'max_price_usd', 'maxprices'])('takes %s', (name) => {
    expect(faultOfName(name)).toBeUndefined();
  });

  it.each(['token', 'api-token', 'API_KEY', 'Access Token', 'authorization'])(
    'refuses %s, which is dropped from every request',
    (name) => {
      expect(faultOfName(name)).toMatch(/is the name of a credential$/);
    },
  );

  it('refuses two fields that one parameter would fill', () => {
    expect(accountFieldsFault([field('Id'), field('server'), field('ID')])).toBe(
      'field "ID" stands twice',
    );
  });

  it.each(['(', '[', '*', '\\p{Nothing}'])('refuses the pattern %s', (pattern) => {
    expect(accountFieldsFault([field('id', { pattern })])).toMatch(/is no regular expression$/);
  });

  it('refuses a pattern that is too long', () => {
    const pattern = (length: number): string | undefined =>
      accountFieldsFault([field('id', { pattern: 'x'.repeat(length) })]);

    expect(pattern(200)).toBeUndefined();
    expect(pattern(201)).toMatch(/is too long$/);
  });

  it.each(['(?=.*[0-9]).+', '(a)\\1', '[a-z]{400}[0-9]{400}'])(
    'refuses the pattern %s, which has no linear time',
    (pattern) => {
      expect(accountFieldsFault([field('id', { pattern })])).toMatch(
        /^the pattern of field id cannot be checked: it /,
      );
    },
  );

  it('tells the fault of a later field too', () => {
    expect(accountFieldsFault([field('id'), field('qty')])).toMatch(/"qty"/);
  });
});
