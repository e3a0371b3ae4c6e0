import type { Column } from './column.js';
import { sortedRows, sortsOf } from './sorted-rows.js';

interface Row {
  readonly name: string;
  readonly balance: string | null;
  readonly codes: number;
}

const ROWS: Row[] = [
  { name: 'b 10', balance: '9.5', codes: 3 },
  { name: 'Ä', balance: null, codes: 20 },
  { name: 'b 9', balance: '10.000000000000000000001', codes: 3 },
  { name: 'c', balance: '10', codes: -1 },
  { name: 'd', balance: '-2', codes: 0 },
];

const COLUMNS: Column<Row>[] = [
  ['Name', ({ name }) => name, { by: 'name' }],
  ['Balance', () => null, { kind: 'number', name: 'balance', amount: ({ balance }) => balance }],
  ['Codes', () => null, { kind: 'number', name: 'codes', count: ({ codes }) => codes }],
  ['Created', () => null, { name: 'created', sorts: ['oldest', 'newest'] }],
  ['Picture', () => null, { name: 'picture' }],
];

const AS_THEY_WERE = ['b 10', 'Ä', 'b 9', 'c', 'd'];

describe('the rows of a list', () => {
  it.each([
    ['as they are without a wish', null, AS_THEY_WERE],
    ['as they are by an unknown column', 'secret', AS_THEY_WERE],
    ['as they are by a column that cannot be compared', 'picture', AS_THEY_WERE],
    ['as they are where they were sorted when they were read', 'oldest', AS_THEY_WERE],
    ['by words and the numbers in them', 'name', ['Ä', 'b 9', 'b 10', 'c', 'd']],
    ['by words, the last first', '-name', ['d', 'c', 'b 10', 'b 9', 'Ä']],
    ['by exact amounts, unknown ones last', 'balance', ['d', 'b 10', 'c', 'b 9', 'Ä']],
    [
      'by amounts, the greatest first, unknown ones last',
      '-balance',
      ['b 9', 'c', 'b 10', 'd', 'Ä'],
    ],
    ['by counts, equal ones as they were', 'codes', ['c', 'd', 'b 10', 'b 9', 'Ä']],
    [
      'by counts, the greatest first, equal ones as they were',
      '-codes',
      ['Ä', 'b 10', 'b 9', 'd', 'c'],
    ],
  ])('are sorted %s', (_, sort, names) => {
    const rows = ROWS.slice();
    expect(sortedRows(rows, COLUMNS, sort, 'en').map(({ name }) => name)).toEqual(names);
    expect(rows).toEqual(ROWS);
  });

  it('are sorted on a part of the list only where that was done when they were read', () => {
    const ways = COLUMNS.map((column) => sortsOf(column, false));
    expect(ways).toEqual([undefined, undefined, undefined, ['oldest', 'newest'], undefined]);
    const whole = COLUMNS.map((column) => sortsOf(column, true)?.[1]);
    expect(whole).toEqual(['-name', '-balance', '-codes', 'newest', undefined]);
  });
});
