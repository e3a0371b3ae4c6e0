import { checkedVerdict, isSealed, placedVerdict } from './supplier-answers.js';

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
    ['reject', placed('reject'), { kind: 'none' }],
  ])('says %s', (_, body, verdict) => {
    expect(placedVerdict(body)).toMatchObject(verdict);
  });

  it.each(['100', '105', '106', '107', '109', '110', '112', '113', '114', '117'])(
    '%s is certain to have made no order',
    (code) => {
      expect(placedVerdict(error(code))).toMatchObject({ kind: 'none' });
    },
  );

  it.each([
    '111',
    '116',
    '120',
    '121',
    '122',
    '123',
    '130',
    '404',
    '405',
    '500',
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
    placed('accept', [{ replay: 'A' }]),
    placed('accept', [{ code: 'A' }]),
    placed('accept', ['A\0']),
    { status: 'error', code: '100' },
  ])('%j is garbage, and says nothing', (body) => {
    expect(placedVerdict(body)).toMatchObject({ kind: 'unknown' });
  });
});

describe('the answer of check', () => {
  it.each([
    ['an order at work', checked('wait'), { kind: 'wait' }],
    ['a delivered order', checked('accept', ['A']), { kind: 'accept', codes: ['A'] }],
    ['a rejected order', checked('reject'), { kind: 'none' }],
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
  ])('%j says nothing for certain', (body) => {
    expect(checkedVerdict(body)).toMatchObject({ kind: 'unknown' });
  });
});

describe('sealing', () => {
  it.each([
    [true, { status: 'OK', data: [], sealed: [UUID] }],
    [true, { status: 'OK', data: [], sealed: [UUID.toUpperCase()] }],
    [false, { status: 'OK', data: [], sealed: [] }],
    [false, { status: 'OK', data: [] }],
    [false, { status: 'ERROR', sealed: [UUID] }],
    [false, undefined],
  ])('is %s for %j', (sealed, body) => {
    expect(isSealed(body, UUID)).toBe(sealed);
  });
});
