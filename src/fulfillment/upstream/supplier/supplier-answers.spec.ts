import {
  checkedOrders,
  checkedVerdict,
  errorCodeOf,
  isSealed,
  isValidAnswer,
  placedVerdict,
  told,
} from './supplier-answers.js';

const UUID = '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';

const placed = (status: unknown, replay: unknown = null) => ({
  status: 'OK',
  data: { order_id: 'ID_1', status, price: '1', data: {}, replay_api: replay },
});
const checked = (status: unknown, replay: unknown = null) => ({
  status: 'OK',
  data: [{ order_id: 'ID_1', status, replay_api: replay }],
});
const error = (code: unknown) => ({ status: 'ERROR', code, message: 'no' });

describe('the answer of newOrder', () => {
  it.each([
    ['wait', placed('wait'), { kind: 'wait' }],
    ['accept', placed('accept'), { kind: 'accept', codes: [] }],
    [
      'nested codes',
      placed('accept', [{ replay: ['A', 'B'] }]),
      { kind: 'accept', codes: ['A', 'B'] },
    ],
    [
      'two deliveries',
      placed('accept', [{ replay: ['A'] }, { replay: ['B'] }]),
      { codes: ['A', 'B'] },
    ],
    ['flat codes', placed('accept', ['A']), { kind: 'accept', codes: ['A'] }],
    ['reject', placed('reject'), { kind: 'rejected' }],
  ])('says %s', (_, body, verdict) => {
    expect(placedVerdict(body)).toMatchObject(verdict);
  });

  it.each([
    ...['100', '105', '106', '107', '109', '110', '112', '113', '114', '117', '118', '119'],
    ...['600', '642', '699'],
  ])('%s is certain to have made no order', (code) => {
    expect(placedVerdict(error(code))).toMatchObject({ kind: 'refused' });
  });

  it.each([
    '111',
    '116',
    '120',
    '121',
    '122',
    '123',
    '124',
    '130',
    '404',
    '405',
    '500',
    '599',
    '700',
    '60',
    '6000',
    '1',
    undefined,
    null,
  ])('%s says nothing for certain', (code) => {
    expect(placedVerdict(error(code))).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    undefined,
    null,
    'OK',
    [],
    {},
    { status: 'OK' },
    { status: 'OK', data: null },
    { data: {} },
    placed('done'),
    placed(undefined),
    placed('Accept'),
    placed('accept', 'A'),
    placed('accept', [1]),
    placed('accept', ['']),
    placed('accept', [' ']),
    placed('accept', ['A', '']),
    placed('accept', [{ replay: ['A'] }, 'B']),
    placed('accept', [{ replay: 'A' }]),
    placed('accept', [{ code: 'A' }]),
    placed('accept', ['A\0']),
    { status: 'error', code: '100' },
    error(['109']),
    error([['109']]),
    error({ toString: '109' }),
    error(' 109'),
    error('x109'),
    error('109.0'),
    error('1.09e2'),
    error(true),
    { status: ['ERROR'], code: '109' },
    { status: 'ERROR', code: ['109'], error_code: '109' },
    { status: 'ERROR', error_code: ['109'] },
    { ...error('105'), data: placed('wait').data },
    { ...placed('wait'), status: ['OK'] },
    placed(['reject']),
    placed('accept', { 0: 'A', length: 1 }),
    placed('accept', [['A']]),
    placed('accept', [{ replay: [['A']] }]),
    { status: 'OK', data: { status: 'reject', order_id: ['ID_1'] } },
    { status: 'OK', data: [placed('reject').data] },
    { status: 'OK', data: { status: 'wait', replay_api: null } },
    { status: 'OK', data: { status: 'accept', order_id: '', replay_api: null } },
    { status: 'OK', data: { status: 'accept', order_id: {}, replay_api: null } },
  ])('%j is garbage, and says nothing', (body) => {
    expect(placedVerdict(body)).toMatchObject({ kind: 'unknown' });
  });
});

describe('what an order has become there', () => {
  it.each([
    ['1.50', '1.5'],
    ['1.5e-9', '0'],
    ['0.123456785', '0.12345679'],
    ['9'.repeat(21), null],
    ['6.1E-5', '0.000061'],
    ['free', null],
    [{}, null],
    ['-1e999', null],
  ])('is told with its price: %j', (price, cost) => {
    const { data } = placed('wait');
    expect(placedVerdict({ status: 'OK', data: { ...data, price } })).toEqual({
      kind: 'wait',
      purchased: { orderId: 'ID_1', cost },
    });
  });
});

describe('a valid answer', () => {
  it.each([[[]], [placed('wait')], [error('100')], [error('110')]])('is %j', (body) => {
    expect(isValidAnswer(body)).toBe(true);
  });

  it.each([undefined, 'OK', {}, error('111'), error('121'), error('130'), error('500')])(
    'is not %j',
    (body) => {
      expect(isValidAnswer(body)).toBe(false);
    },
  );
});

describe('the answer of check', () => {
  it.each([
    ['an order at work', checked('wait'), { kind: 'wait' }],
    ['a delivered order', checked('accept', ['A']), { kind: 'accept', codes: ['A'] }],
    ['a rejected order', checked('reject'), { kind: 'rejected' }],
    ['nothing', { status: 'OK', data: [] }, { kind: 'unseen' }],
  ])('shows %s', (_, body, verdict) => {
    expect(checkedVerdict(body)).toMatchObject(verdict);
  });

  it.each([
    undefined,
    [],
    {},
    error('121'),
    error('109'),
    { status: 'OK' },
    { status: 'OK', data: {} },
    { status: 'OK', data: [7] },
    { status: 'OK', data: [...checked('wait').data, ...checked('wait').data] },
    checked('accept', [{ replay: ['A'] }]),
    checked('gone'),
    checked(['reject']),
    { ...checked('reject'), status: ['OK'] },
    { status: 'OK', data: [[]] },
    { status: 'OK', data: { length: 0 } },
  ])('%j says nothing for certain', (body) => {
    expect(checkedVerdict(body)).toMatchObject({ kind: 'unknown' });
  });
});

describe('sealing', () => {
  it.each([
    [true, { status: 'OK', data: [], sealed: [UUID] }],
    [true, { status: 'OK', data: [], sealed: [UUID.toUpperCase()] }],
    [false, { status: 'OK', data: [], sealed: [] }],
    [false, { status: 'OK', data: [], sealed: [UUID.replace('0b', '1b')] }],
    [false, { status: 'OK', data: [] }],
    [false, { status: 'ERROR', sealed: [UUID] }],
    [false, { status: 'OK', data: [], sealed: [[UUID]] }],
    [false, { status: 'OK', data: [], sealed: UUID }],
    [false, { status: ['OK'], data: [], sealed: [UUID] }],
    [false, undefined],
  ])('is %s for %j', (sealed, body) => {
    expect(isSealed(body, UUID)).toBe(sealed);
  });
});

describe('the code of an error', () => {
  it.each([
    ['109', error('109')],
    ['109', { status: 'ERROR', error_code: '109' }],
    [undefined, error(['109'])],
    [undefined, { status: 'OK', code: '109' }],
    [undefined, 'ERROR'],
  ])('is %s in %j', (code, body) => {
    expect(errorCodeOf(body)).toBe(code);
  });
});

describe('the answer of check for several orders', () => {
  const there = (id: unknown, status: unknown = 'wait', replay: unknown = null) => ({
    ...{ order_id: id, status, replay_api: replay },
  });
  const read = (...data: unknown[]) =>
    Object.fromEntries(
      [...checkedOrders({ status: 'OK', data }, ['A', 'B'])].map(([id, { kind }]) => [id, kind]),
    );

  it('is matched by the ids alone, in any order', () => {
    expect(read(there('B', 'reject'), there('A', 'accept', ['X']))).toEqual({
      ...{ A: 'accept', B: 'rejected' },
    });
    expect(checkedOrders({ status: 'OK', data: [there('A', 'accept', ['X'])] }, ['A'])).toEqual(
      new Map([['A', { kind: 'accept', codes: ['X'], purchased: { orderId: 'A', cost: null } }]]),
    );
  });

  it('says nothing of an order that is missing, or that cannot be read', () => {
    expect(read(there('A'))).toEqual({ A: 'wait' });
    expect(read(there('A'), there('B', 'done'))).toEqual({ A: 'wait' });
    expect(read(there('A'), there('B', 'accept', 'X'))).toEqual({ A: 'wait' });
  });

  it.each([
    ['an order twice', there('A'), there('B'), there('A')],
    ['one that was not asked for', there('A'), there('C')],
    ['more than was asked for', there('A'), there('B'), there('C')],
    ['an id in another letter case', there('A'), there('b')],
    ['an id that is no text', there('A'), there(['B'])],
    ['something without an id', there('A'), {}],
    ['something else', there('A'), 'B'],
  ])('is certain about none if it shows %s', (_, ...data) => {
    expect(read(...data)).toEqual({});
  });

  it.each([undefined, [], { status: 'ERROR', data: [there('A')] }, { status: 'OK', data: {} }])(
    'is none: %j',
    (body) => {
      expect(checkedOrders(body, ['A']).size).toBe(0);
    },
  );
});

describe('what an answer says of itself', () => {
  it('is made of its texts alone, however odd the rest', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 20_000; level++) deep = [deep];
    expect(told({ status: 'ERROR', code: deep, message: { toString: 1 } })).toBe('ERROR');
    expect(told({ status: 'ERROR', code: '105', error: 'no \0 stock' })).toBe(
      'ERROR 105 no  stock',
    );
  });
});

describe('what is stored of an answer', () => {
  it.each([
    ['newOrder gives no JSON object', undefined],
    ['the supplier says BUSY 7 later', { status: 'BUSY', code: '7', message: 'later' }],
    ['the answer of newOrder has no order', { status: 'OK' }],
    ['the order has no id', { status: 'OK', data: { status: 'wait' } }],
    ['the order has a state that does not exist', placed('done')],
    ['the delivered codes cannot be read', placed('accept', 'A')],
  ])('of newOrder is %s', (why, body) => {
    expect(placedVerdict(body)).toEqual({ kind: 'unknown', why });
  });

  it.each([
    ['check gives no JSON object', undefined],
    ['check says ERROR 121 no', error('121')],
    ['check lists something else', { status: 'OK', data: [7] }],
  ])('of check is %s', (why, body) => {
    expect(checkedVerdict(body)).toEqual({ kind: 'unknown', why });
  });

  it('of a refusal is what the supplier says', () => {
    const reason = 'the supplier says ERROR 105 no';
    expect(placedVerdict(error('105'))).toEqual({ kind: 'refused', reason });
  });

  it('is no more than 200 characters long', () => {
    expect(told({ status: 'x'.repeat(201) })).toBe('x'.repeat(200));
  });

  it.each([
    ['x'.repeat(200), 'wait'],
    ['x'.repeat(201), 'unknown'],
    ['ID\0', 'unknown'],
  ])('is the id of an order, if it is one: %j', (id, kind) => {
    const data = { ...placed('wait').data, order_id: id };
    expect(placedVerdict({ status: 'OK', data })).toMatchObject({ kind });
  });

  it('has no price that is too large to be stored, and codes only where there are any', () => {
    const data = { order_id: 'ID_1', status: 'accept', price: '9'.repeat(30) };
    expect(placedVerdict({ status: 'OK', data })).toEqual({
      kind: 'accept',
      codes: [],
      purchased: { orderId: 'ID_1', cost: null },
    });
  });
});
