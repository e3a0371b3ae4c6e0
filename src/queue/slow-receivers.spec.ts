import { vi } from 'vitest';
import { SlowReceivers } from './slow-receivers.js';

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

/** Gives turns to the slow ones of these. */
function turns(candidates: string[], { lane = 0, slots = 5, busy = [] as string[] } = {}) {
  const next = receivers.next(candidates, { lane, slots, busy });
  for (const receiver of next) receivers.noteTurn(receiver, lane);
  return next;
}

/** Slow ones that get nothing. */
const passed = (busy: string[] = [], slots = 5) => receivers.passed({ lane: 0, slots, busy });

it('one that answers in time is not slow', async () => {
  await answers('a', 4_000);
  expect([receivers.isSlow('a'), receivers.count, turns(['a']), passed()]).toEqual([
    false,
    0,
    [],
    [],
  ]);
});

it('a slow one gets nothing for half a minute, and then one message at a time', async () => {
  await answers('a', 6_000);
  expect([turns(['a', 'b']), passed()]).toEqual([[], ['a']]);
  now += 30_000;
  expect([turns(['a', 'b']), passed()]).toEqual([['a'], []]);
  expect([turns(['a', 'b'], { busy: ['a'] }), passed(['a'])]).toEqual([[], ['a']]);
});

it('one that does not answer at all is slow, too', async () => {
  const silent = receivers.timed('a', () => {
    now += 15_000;
    return Promise.reject(new Error('no answer'));
  });
  await expect(silent).rejects.toThrow('no answer');
  expect(passed()).toEqual(['a']);
});

it('a slow one that answers in time again is as any other', async () => {
  await answers('a', 6_000);
  now += 30_000;
  await answers('a', 100);
  expect([receivers.isSlow('a'), passed()]).toEqual([false, []]);
});

it('slow ones share their slots in turn', () => {
  receivers.expect(['a', 'b', 'c', 'd']);
  const all = ['a', 'b', 'c', 'd', 'e'];
  expect(turns(all, { slots: 2 })).toEqual(['a', 'b']);
  expect(turns(all, { slots: 2, busy: ['b'] })).toEqual(['c']);
  expect(turns(all, { slots: 2, busy: ['b', 'c'] })).toEqual([]);
  expect(passed(['b', 'c'], 2)).toEqual(['a', 'b', 'c', 'd']);
  expect(turns(all, { slots: 2, busy: ['c'] })).toEqual(['d']);
  expect(turns(all, { slots: 4 })).toEqual(['a', 'b', 'c', 'd']);
});

it('slow ones have turns in each lane, whatever the other one gives', () => {
  receivers.expect(['a', 'b', 'c']);
  const all = ['a', 'b', 'c'];
  expect(turns(all, { slots: 2 })).toEqual(['a', 'b']);
  expect(turns(all, { lane: -1, slots: 1 })).toEqual(['a']);
  expect(turns(all, { slots: 2 })).toEqual(['c', 'a']);
  expect(turns(all, { lane: -1, slots: 1 })).toEqual(['b']);
  expect(turns(all, { lane: -1, slots: 1 })).toEqual(['c']);
});

it('however many are slow, few are named as passed', async () => {
  for (let number = 0; number < 1_000; number += 1) await answers(String(number), 6_000);
  expect([receivers.count, passed([], 0).length]).toEqual([1_000, 100]);
});
