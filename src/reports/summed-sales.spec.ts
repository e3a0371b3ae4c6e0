import { added, inOrder, NO_SALES, regrouped, type PartialSums } from './summed-sales.js';

const of = (key: string | null, sales: string): PartialSums => ({ ...NO_SALES, key, sales });
const keys = (rows: readonly PartialSums[]): (string | null)[] => rows.map(({ key }) => key);

describe('sums of parts', () => {
  it('add every amount exactly', () => {
    const one = {
      key: '7',
      orders: 1,
      waiting: 2,
      unknownCost: 3,
      knownCost: 4,
      sales: '0.10000000',
      cost: '99999999999999999999.00000001',
      salesWithCost: '-0.3',
      salesWithoutCost: '5',
    };
    const other = { ...one, key: '8', sales: '0.2', salesWithCost: '0.3' };

    expect(added(one, other)).toEqual({
      key: '7',
      orders: 2,
      waiting: 4,
      unknownCost: 6,
      knownCost: 8,
      sales: '0.3',
      cost: '199999999999999999998.00000002',
      salesWithCost: '0',
      salesWithoutCost: '10',
    });
    expect(added(NO_SALES, one).cost).toBe('99999999999999999999.00000001');
  });

  it('are put together by another key, what has none as well', () => {
    const rows = [of('1', '1'), of('2', '0.5'), of('3', '2'), of(null, '4')];
    const halves = regrouped(rows, (key) => (key === '2' ? null : key && 'other'));
    expect(halves.map(({ key, sales }) => [key, sales])).toEqual([
      ['other', '3'],
      [null, '4.5'],
    ]);
  });

  it('stand in the order of days', () => {
    const days = ['2026-02-01', '2025-12-31', '2026-01-31'].map((key, index) =>
      of(key, `${index}`),
    );
    expect(keys(inOrder('day', days))).toEqual(['2025-12-31', '2026-01-31', '2026-02-01']);
  });

  it('stand in the order of what was sold, then of ids, those without one last', () => {
    const rows = [of(null, '1'), of('10', '1'), of('9', '1.00'), of('2', '-5'), of('3', '20')];
    expect(keys(inOrder('supplier', rows))).toEqual(['3', '9', '10', null, '2']);
  });
});
