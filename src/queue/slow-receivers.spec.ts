import { vi } from 'vitest';
import { SlowReceivers } from './slow-receivers.js';

const NOBODY = new Set<string>();

let now: number;
let receivers: SlowReceivers;

beforeEach(() => {
  now = 1_000_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  receivers = new SlowReceivers();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function answers(receiver: string, afterMs: number): Promise<void> {
  return receivers.timed(receiver, () => {
    now += afterMs;
    return Promise.resolve();
  });
}

it('one that answers in time is not slow', async () => {
  await answers('a', 4_000);
  expect(receivers.turns(0, NOBODY, 5)).toEqual({ excluded: [], single: [] });
});

it('a slow one gets nothing for half a minute, and then one message at a time', async () => {
  await answers('a', 6_000);
  expect(receivers.turns(0, NOBODY, 5)).toEqual({ excluded: ['a'], single: [] });
  now += 30_000;
  expect(receivers.turns(0, NOBODY, 5)).toEqual({ excluded: [], single: ['a'] });
  expect(receivers.turns(0, new Set(['a']), 5)).toEqual({ excluded: ['a'], single: [] });
});

it('one that does not answer at all is slow, too', async () => {
  const silent = receivers.timed('a', () => {
    now += 15_000;
    return Promise.reject(new Error('no answer'));
  });
  await expect(silent).rejects.toThrow('no answer');
  expect(receivers.turns(0, NOBODY, 5).excluded).toEqual(['a']);
});

it('a slow one that answers in time again is as any other', async () => {
  await answers('a', 6_000);
  now += 30_000;
  await answers('a', 100);
  expect(receivers.turns(0, NOBODY, 5)).toEqual({ excluded: [], single: [] });
});

it('slow ones share their slots in turn', () => {
  receivers.expect(['a', 'b', 'c', 'd']);
  expect(receivers.turns(0, NOBODY, 2).single).toEqual(['a', 'b']);
  expect(receivers.turns(0, new Set(['b']), 2)).toEqual({
    excluded: ['d', 'a', 'b'],
    single: ['c'],
  });
  expect(receivers.turns(0, new Set(['b', 'c']), 2).single).toEqual([]);
});

it('slow ones have turns in each lane, whatever the other one gives', () => {
  receivers.expect(['a', 'b', 'c']);
  expect(receivers.turns(0, NOBODY, 2).single).toEqual(['a', 'b']);
  expect(receivers.turns(-1, NOBODY, 1).single).toEqual(['a']);
  expect(receivers.turns(0, NOBODY, 2).single).toEqual(['c', 'a']);
  expect(receivers.turns(-1, NOBODY, 1).single).toEqual(['b']);
  expect(receivers.turns(-1, NOBODY, 1).single).toEqual(['c']);
});
