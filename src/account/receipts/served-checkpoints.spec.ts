import { ServedCheckpoints } from './served-checkpoints.js';

const checkpoint = (account: number, time: string, lineage = 'one'): string =>
  JSON.stringify(['souk checkpoint 1', String(account), '1', 'a', '1', 'b', time, lineage]);

it('remembers the last checkpoint of each account, of as many as there is room for', () => {
  const served = new ServedCheckpoints(2);
  for (const [account, time] of [
    [1, '1'],
    [2, '2'],
    [1, '3'],
    [3, '4'],
  ] as const) {
    served.note(checkpoint(account, time));
  }
  expect(served.formerTo('two')).toEqual([checkpoint(1, '3'), checkpoint(3, '4')]);
  expect(served.formerTo('one')).toEqual([]);
});

it('keeps those of a former lineage beside those of the present one, until they were looked for', () => {
  const served = new ServedCheckpoints();
  served.note(checkpoint(1, '1'));
  served.note(checkpoint(1, '2', 'two'));
  expect(served.formerTo('two')).toEqual([checkpoint(1, '1')]);
  served.keepOnly('two');
  expect(served.formerTo('two')).toEqual([]);
  expect(served.formerTo('three')).toEqual([checkpoint(1, '2', 'two')]);
});

it('knows when something was signed last in each lineage', () => {
  const served = new ServedCheckpoints();
  expect(served.lastTimeIn('one')).toBe('');
  served.note(checkpoint(1, '2'));
  served.noteTime('one', '1');
  expect(served.lastTimeIn('one')).toBe('2');
});
