import { changedValues, valueTexts } from './changed-values.js';

describe('what a change has changed', () => {
  it.each([
    [null, null, []],
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: 'x' }, { a: 2, b: 'x' }, [{ name: 'a', before: '1', after: '2' }]],
    [null, { a: null }, [{ name: 'a', before: undefined, after: 'null' }]],
    [{ a: ['x'] }, null, [{ name: 'a', before: '["x"]', after: undefined }]],
    [{ toString: 'x' }, {}, [{ name: 'toString', before: 'x', after: undefined }]],
  ])('%j and %j: %j', (before, after, changed) => {
    expect(changedValues(before, after)).toEqual(changed);
  });
});

describe('the values of one state', () => {
  it('are texts', () => {
    expect(valueTexts({ a: 'x', b: true, c: { d: 1 } })).toEqual([
      ['a', 'x'],
      ['b', 'true'],
      ['c', '{"d":1}'],
    ]);
    expect(valueTexts(null)).toEqual([]);
  });
});
