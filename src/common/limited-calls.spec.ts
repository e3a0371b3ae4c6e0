import { setImmediate as turn } from 'node:timers/promises';
import { CallsExceededError, LimitedCalls } from './limited-calls.js';

const LONG_MS = 60_000;

/** Calls that end when the test says so. */
function startedCalls() {
  const started: { readonly signal: AbortSignal; readonly end: () => void }[] = [];
  const call = (signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const number = started.length;
    started.push({
      signal,
      end: () => {
        resolve(number);
      },
    });
    return promise;
  };
  return { started, call };
}

it('runs a few calls at a time, and the next when one has ended', async () => {
  const { started, call } = startedCalls();
  const calls = new LimitedCalls({ concurrent: 2, waiting: 10, timeoutMs: LONG_MS });
  const all = Promise.all(Array.from({ length: 4 }, () => calls.run(call)));
  await turn();
  expect(started).toHaveLength(2);
  started[0]!.end();
  await turn();
  expect(started).toHaveLength(3);
  for (const { end } of started) end();
  await turn();
  started[3]!.end();
  expect(await all).toEqual([0, 1, 2, 3]);
});

it('refuses those that too many wait before', async () => {
  const { started, call } = startedCalls();
  const calls = new LimitedCalls({ concurrent: 1, waiting: 1, timeoutMs: LONG_MS });
  const [first, second] = [calls.run(call), calls.run(call)];
  await expect(calls.run(call)).rejects.toBeInstanceOf(CallsExceededError);
  await turn();
  started[0]!.end();
  await first;
  await turn();
  started[1]!.end();
  await second;
});

it('gives up a call that does not end, aborts its signal, and gives its slot to the next', async () => {
  const { started, call } = startedCalls();
  const calls = new LimitedCalls({ concurrent: 1, waiting: 10, timeoutMs: 50 });
  await expect(calls.run(call)).rejects.toThrow('no answer within 50 ms');
  expect(started[0]!.signal.aborted).toBe(true);
  const next = calls.run(call);
  await turn();
  started[1]!.end();
  expect(await next).toBe(1);
});

it('one that waits for too long never starts', async () => {
  const { started, call } = startedCalls();
  const calls = new LimitedCalls({ concurrent: 1, waiting: 10, timeoutMs: 50 });
  const results = await Promise.allSettled([calls.run(call), calls.run(call)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await turn();
  expect(started).toHaveLength(1);
});

it('a call that throws at once frees its slot', async () => {
  const calls = new LimitedCalls({ concurrent: 1, waiting: 10, timeoutMs: LONG_MS });
  const fail = (): Promise<never> => {
    throw new Error('at once');
  };
  for (let round = 0; round < 3; round++) await expect(calls.run(fail)).rejects.toThrow('at once');
});
