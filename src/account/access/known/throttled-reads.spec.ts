import { setImmediate as turn } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../../../common/app-error.js';
import { ThrottledReads } from './throttled-reads.js';

interface RunningRead {
  readonly questions: readonly string[];
  readonly answer: (answers: boolean[]) => void;
  readonly fail: (error: Error) => void;
}

/** Reads and delays that end when the test says so. */
function controlledReads() {
  const running: RunningRead[] = [];
  const delays: (() => void)[] = [];
  const reads = new ThrottledReads<string>(
    (questions) => {
      const { promise, resolve, reject } = Promise.withResolvers<boolean[]>();
      running.push({ questions, answer: resolve, fail: reject });
      return promise;
    },
    () => new Promise<void>((resolve) => delays.push(resolve)),
  );
  return { reads, running, delays };
}

async function settled(): Promise<void> {
  for (let count = 0; count < 5; count++) await turn();
}

describe('throttled reads', () => {
  it('answer each question, and those that came during a read in the next one', async () => {
    const { reads, running, delays } = controlledReads();
    const first = reads.ask('a');
    const others = ['b', 'c', 'd'].map((question) => reads.ask(question));
    expect(running.map(({ questions }) => questions)).toEqual([['a']]);
    running[0]?.answer([true]);
    expect(await first).toBe(true);
    await settled();
    expect(running).toHaveLength(1);
    delays[0]?.();
    await settled();
    expect(running[1]?.questions).toEqual(['b', 'c', 'd']);
    running[1]?.answer([false, true, false]);
    expect(await Promise.all(others)).toEqual([false, true, false]);
  });

  it('are delayed after the last read too', async () => {
    const { reads, running, delays } = controlledReads();
    const first = reads.ask('a');
    running[0]?.answer([false]);
    await first;
    void reads.ask('b');
    await settled();
    expect(running).toHaveLength(1);
    delays[0]?.();
    await settled();
    expect(running).toHaveLength(2);
  });

  it('hold at most fifty questions, however many wait', async () => {
    const { reads, running, delays } = controlledReads();
    const answers = Array.from({ length: 10_000 }, (_, index) => reads.ask(String(index)));
    for (let count = 0; count < running.length; count++) {
      running[count]?.answer(running[count]?.questions.map(() => false) ?? []);
      while (delays.length <= count) await turn();
      delays[count]?.();
      await settled();
    }
    expect(new Set(await Promise.all(answers))).toEqual(new Set([false]));
    expect(running.map(({ questions }) => questions.length)).toEqual([
      1,
      ...Array<number>(199).fill(50),
      49,
    ]);
  });

  it('that fail reject all waiting questions, and the next read is made', async () => {
    const { reads, running, delays } = controlledReads();
    const failed = ['a', 'b'].map((question) => reads.ask(question));
    running[0]?.fail(new Error('away'));
    for (const each of failed) await expect(each).rejects.toThrow('away');
    delays[0]?.();
    await settled();
    const next = reads.ask('c');
    running[1]?.answer([true]);
    expect(await next).toBe(true);
  });

  it('refuse a question when ten thousand wait', async () => {
    const { reads } = controlledReads();
    for (let count = 0; count <= 10_000; count++) void reads.ask('a');
    await expect(reads.ask('b')).rejects.toThrow(TemporarilyUnavailableError);
  });
});
