import { once } from 'node:events';
import { withinTime, withReminders } from './time-limit.js';

const never = new Promise<never>(() => undefined);

it('gives what the work gives, or a value that is there already', async () => {
  await expect(withinTime(Promise.resolve(7), 60_000, 'late')).resolves.toBe(7);
  await expect(withinTime(7, 60_000, 'late')).resolves.toBe(7);
});

it('throws what the work throws', async () => {
  const error = new Error('broken');
  await expect(withinTime(Promise.reject(error), 60_000, 'late')).rejects.toBe(error);
});

it('throws after the time limit, and aborts the work', async () => {
  const limit = new AbortController();
  await expect(withinTime(never, 1, 'too late', limit)).rejects.toThrow('too late');
  expect(limit.signal.aborted).toBe(true);
});

it('throws its own error when the work ends because it is aborted', async () => {
  const limit = new AbortController();
  const aborted = once(limit.signal, 'abort').then(() => {
    throw new Error('aborted');
  });
  await expect(withinTime(aborted, 1, 'too late', limit)).rejects.toThrow('too late');
});

it('reminds of work without a limit while it goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const reminded: number[] = [];
  await withReminders(
    () => promise,
    1,
    (passed) => {
      reminded.push(passed);
      if (passed === 2) resolve(undefined);
    },
  );
  expect(reminded.slice(0, 2)).toEqual([1, 2]);
});
