import { FormValues } from '../http/form-values.js';
import { picksIn } from './picked-items.js';

const ALL = { picked_categories: null, picked_products: null };

function picks(
  fields: readonly (readonly [string, string])[],
  present: Parameters<typeof picksIn>[1],
) {
  return picksIn(
    new FormValues(Buffer.from(new URLSearchParams(fields.map(([...one]) => one)).toString())),
    present,
  );
}

describe('what is picked on a page', () => {
  const some = { picked_categories: [1, 2], picked_products: [7] };

  it.each([
    ['everything', [['everything', 'on']], ALL],
    [
      'everything behind some',
      [
        ['everything', 'on'],
        ['picked_products', '7'],
        ['ticked_products', '7'],
      ],
      ALL,
    ],
    [
      'nothing',
      [
        ['ticked_categories', '1,2'],
        ['ticked_products', '7'],
      ],
      { picked_categories: [], picked_products: [] },
    ],
    [
      'another one',
      [
        ['ticked_products', '7'],
        ['picked_products', '7'],
        ['picked_products', '8'],
      ],
      { ...some, picked_products: [7, 8] },
    ],
    [
      'what a search shows',
      [
        ['ticked_categories', '2'],
        ['picked_categories', '3'],
      ],
      { ...some, picked_categories: [1, 3] },
    ],
    [
      'what somebody else has picked, too',
      [
        ['ticked_products', ''],
        ['picked_products', '7'],
      ],
      some,
    ],
    [
      'what is no id',
      [
        ['ticked_products', '7'],
        ['picked_products', 'x'],
      ],
      { ...some, picked_products: ['x'] },
    ],
  ] as const)('is %s', (_, fields, expected) => {
    expect(picks(fields, some)).toEqual(expected);
  });

  it('is everything where nobody has unticked that', () => {
    expect(picks([], ALL)).toEqual(ALL);
    expect(picks([['ticked_everything', 'on']], ALL)).toEqual({
      picked_categories: [],
      picked_products: [],
    });
  });

  it('is not everything where that box was ticked before', () => {
    const fields = [
      ['everything', 'on'],
      ['ticked_everything', 'on'],
      ['picked_products', '7'],
    ] as const;
    expect(picks(fields, some)).toEqual({ ...some, picked_products: [7] });
    expect(picks(fields, ALL)).toEqual(ALL);
  });
});
