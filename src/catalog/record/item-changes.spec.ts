import { wayBack, type ItemChange, type JsonTexts, type WayBack } from './item-changes.js';

const row = { id: '1', name: '"UC"', price: '1' };
const price = (before: string, after: string): ItemChange => ({
  before: { price: before },
  after: { price: after },
});
const made: ItemChange = { before: null, after: row };
const removed: ItemChange = { before: row, after: null };

it.each<[string, ItemChange[], JsonTexts | null, WayBack]>([
  ['a value', [price('1', '2')], { price: '2' }, { way: 'update', values: { price: '1' } }],
  ['one that changed since', [price('1', '2')], { price: '3' }, { way: 'left' }],
  ['one of what is gone', [price('1', '2')], null, { way: 'left' }],
  [
    'two changes of a value',
    [price('1', '2'), price('2', '3')],
    { price: '3' },
    { way: 'update', values: { price: '1' } },
  ],
  ['a value that came back', [price('1', '2'), price('2', '1')], { price: '1' }, { way: 'same' }],
  [
    'one of two values that changed since',
    [{ before: { price: '1', name: '"a"' }, after: { price: '2', name: '"b"' } }],
    { price: '2', name: '"c"' },
    { way: 'left' },
  ],
  ['what was made', [made], row, { way: 'remove' }],
  ...(
    [
      ['a picture that was fetched since', 'null', '"/images/0a"', { way: 'remove' }],
      ['another picture since', '"/images/0b"', '"/images/0a"', { way: 'left' }],
      ['an address of a picture since', 'null', '"https://cdn.example/1.png"', { way: 'left' }],
    ] as const
  ).map(([what, set, present, way]): [string, ItemChange[], JsonTexts, WayBack] => [
    `what was made, with ${what}`,
    [{ before: null, after: { ...row, image: set } }],
    { ...row, image: present },
    way,
  ]),
  ['what was made, and ordered', [made], { ...row, delivers_codes: 'true' }, { way: 'remove' }],
  [
    'what was made and changed by the entry',
    [made, price('1', '2')],
    { ...row, price: '2' },
    { way: 'remove' },
  ],
  ['what was made and has changed since', [made], { ...row, price: '2' }, { way: 'left' }],
  ['what was removed', [removed], null, { way: 'insert', values: row }],
  [
    'what was changed and removed',
    [price('0', '1'), removed],
    null,
    { way: 'insert', values: { ...row, price: '0' } },
  ],
  ['what was removed and is there again', [removed], row, { way: 'left' }],
  ['what was made and removed', [made, removed], null, { way: 'same' }],
  [
    'what was replaced',
    [removed, { before: null, after: { ...row, id: '2', price: '2' } }],
    { ...row, id: '2', price: '2' },
    { way: 'update', values: { price: '1' } },
  ],
])('%s', (_, changes, present, way) => {
  expect(wayBack(changes, present)).toEqual(way);
});
