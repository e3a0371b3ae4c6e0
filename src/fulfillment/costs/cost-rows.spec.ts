import { CostRows } from './cost-rows.js';

type Row = readonly [id: unknown, cost: unknown];

/** What is made of rows 2, 3, …; or what is wrong with them. */
function read(...found: readonly Row[]): unknown {
  const rows = new CostRows();
  try {
    for (const [index, [id, cost]] of found.entries()) rows.add(index + 2, id, cost);
    return rows.finish();
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the rows of a file of costs', () => {
  it('are read by id, with the shortest text of each number', () => {
    expect(read(['9', '1.50'], ['7', '0'], ['8', null])).toEqual([
      { productId: 7, cost: '0' },
      { productId: 8, cost: null },
      { productId: 9, cost: '1.5' },
    ]);
  });

  it.each([
    ['0.000000000000000001', '0.000000000000000001'],
    ['99999999999999999999.5', '99999999999999999999.5'],
    ['00.10', '0.1'],
  ])('may cost %s', (text, cost) => {
    expect(read(['7', text])).toEqual([{ productId: 7, cost }]);
  });

  it.each([
    '-1',
    '1e3',
    'x',
    '',
    ' 1',
    '0.0000000000000000001',
    '100000000000000000000',
    `0.${'0'.repeat(100)}`,
    7,
    [],
  ])('may not cost %j', (cost) => {
    expect(read(['7', cost])).toMatch(/row 2 \(product 7\): cost .* must be 0 or more/);
  });

  it.each([[undefined], [null], ['0'], ['07'], ['x'], ['2147483648'], [7]])(
    'may not have the id %j',
    (id) => {
      expect(read([id, '1'])).toMatch(/row 2 \(product.*\): id /);
    },
  );

  it('name a product once, and all their faults at once', () => {
    expect(read(['7', 'x'], ['7', '1'], ['8', '1'], ['9', '-1'])).toBe(
      'cannot be imported, nothing was changed: row 2 (product 7): cost "x" must be 0 or more, with up to 20 digits before the point and 18 after; row 3 (product 7): this id stands twice; row 5 (product 9): cost "-1" must be 0 or more, with up to 20 digits before the point and 18 after.',
    );
  });

  it('are some, and not too many', () => {
    expect(read()).toBe('has no costs.');
    const rows = new CostRows();
    for (let id = 1; id <= 250_000; id++) rows.add(id, String(id), '1');
    expect(() => {
      rows.refuse(250_001, 'is wrong');
    }).toThrow('has more than 250,000 rows; make it smaller.');
  });
});
