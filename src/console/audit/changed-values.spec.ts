import { changedValues, valuesIn } from './changed-values.js';

describe('what a change has changed', () => {
  it.each([
    [null, null, []],
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: 'x' }, { a: 2, b: 'x' }, [{ path: ['a'], before: 1, after: 2 }]],
    [null, { a: null }, [{ path: ['a'], before: undefined, after: null }]],
    [{ a: ['x'] }, null, [{ path: ['a'], before: ['x'], after: undefined }]],
    [{ toString: 'x' }, {}, [{ path: ['toString'], before: 'x', after: undefined }]],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [{ path: ['a', 'c'], before: 2, after: 3 }]],
    [
      { a: [{ b: 1 }, { b: 2 }] },
      { a: [{ b: 1 }, { b: 3 }] },
      [{ path: ['a', '2', 'b'], before: 2, after: 3 }],
    ],
    [
      { a: { b: 1 } },
      { a: null },
      [
        { path: ['a', 'b'], before: 1, after: undefined },
        { path: ['a'], before: undefined, after: null },
      ],
    ],
  ])('%j and %j: %j', (before, after, changed) => {
    expect(changedValues(before, after)).toEqual(changed);
  });
});

describe('the values of one state', () => {
  it('are each by themselves, lists of texts and what is very deep as one', () => {
    expect(valuesIn({ a: 'x', c: { d: true, e: {} }, f: [{ g: 1 }, { g: [2, 3] }] })).toEqual([
      { path: ['a'], value: 'x' },
      { path: ['c', 'd'], value: true },
      { path: ['c', 'e'], value: {} },
      { path: ['f', '1', 'g'], value: 1 },
      { path: ['f', '2', 'g'], value: [2, 3] },
    ]);
    expect(valuesIn({ steps: [{ handler: 'codes' }], mixed: [{ a: 1 }, 2] })).toEqual([
      { path: ['steps'], value: [{ handler: 'codes' }] },
      { path: ['mixed'], value: [{ a: 1 }, 2] },
    ]);
    expect(valuesIn({ a: { b: { c: { d: { e: 1 } } } } })).toEqual([
      { path: ['a', 'b', 'c', 'd'], value: { e: 1 } },
    ]);
    expect(valuesIn(null)).toEqual([]);
  });
});
