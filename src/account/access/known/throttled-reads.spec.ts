import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { TemporarilyUnavailableError } from '../../../common/app-error.js';
import { ThrottledReads } from './throttled-reads.js';

interface RunningRead {
  readonly questions: readonly string[];
  readonly answer: (answers: boolean[]) => void;
  readonly fail: (error: Error) => void;
}

const ONE = ['203.0.0.0/16', '203.0.113.0/24', '203.0.113.7'];

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

// Questions that a test leaves unanswered must not be refused while others run.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

describe('throttled reads', () => {
  it('answer each question, and those that came during a read in the next one', async () => {
    const { reads, running, delays } = controlledReads();
    const first = reads.ask('a', ONE);
    const others = ['b', 'c', 'd'].map((question) => reads.ask(question, ONE));
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
    const first = reads.ask('a', ONE);
    running[0]?.answer([false]);
    await first;
    void reads.ask('b', ONE);
    await settled();
    expect(running).toHaveLength(1);
    delays[0]?.();
    await settled();
    expect(running).toHaveLength(2);
  });

  it('hold at most fifty questions, however many wait', async () => {
    const { reads, running, delays } = controlledReads();
    const answers = Array.from({ length: 5_000 }, (_, index) => reads.ask(String(index), ONE));
    for (let count = 0; count < running.length; count++) {
      running[count]?.answer(running[count]?.questions.map(() => false) ?? []);
      while (delays.length <= count) await turn();
      delays[count]?.();
      await settled();
    }
    expect(new Set(await Promise.all(answers))).toEqual(new Set([false]));
    expect(running.map(({ questions }) => questions.length)).toEqual([
      1,
      ...Array<number>(99).fill(50),
      49,
    ]);
  });

  it('that fail reject all waiting questions, and the next read is made', async () => {
    const { reads, running, delays } = controlledReads();
    const failed = ['a', 'b'].map((question) => reads.ask(question, ONE));
    running[0]?.fail(new Error('away'));
    for (const each of failed) await expect(each).rejects.toThrow('away');
    delays[0]?.();
    await settled();
    const next = reads.ask('c', ONE);
    running[1]?.answer([true]);
    expect(await next).toBe(true);
  });

  it('serve the networks in turn, however many questions one of them has', async () => {
    const { reads, running, delays } = controlledReads();
    const many = Array.from({ length: 200 }, (_, index) => reads.ask(`many ${index}`, ONE));
    const other = reads.ask('other', ['198.51.0.0/16', '198.51.100.0/24', '198.51.100.7']);
    running[0]?.answer([false]);
    await settled();
    delays[0]?.();
    await settled();
    expect(running[1]?.questions).toHaveLength(50);
    expect(running[1]?.questions).toContain('other');
    running[1]?.answer(running[1].questions.map((question) => question === 'other'));
    expect(await other).toBe(true);
    // The first one was alone in its read.
    expect(reads.waitingRequests).toBe(150);
    expect(await many[0]).toBe(false);
  });

  it('refuse the newest question of the network with the most when too many wait', async () => {
    const { reads } = controlledReads();
    const many = Array.from({ length: 5_001 }, (_, index) => reads.ask(String(index), ONE));
    const other = reads.ask('other', ['198.51.0.0/16']);
    await expect(many.at(-1)).rejects.toThrow(TemporarilyUnavailableError);
    await expect(Promise.race([other, Promise.resolve('waits')])).resolves.toBe('waits');
    expect([reads.waitingRequests, reads.refusedRequests]).toEqual([5_000, 1]);
  });

  it('refuse a question that has waited for two seconds', async () => {
    const { reads } = controlledReads();
    void reads.ask('read', ONE);
    const late = reads.ask('late', ONE).catch((error: unknown) => error);
    vi.advanceTimersByTime(1_999);
    await expect(Promise.race([late, Promise.resolve('waits')])).resolves.toBe('waits');
    vi.advanceTimersByTime(1);
    expect(await late).toBeInstanceOf(TemporarilyUnavailableError);
    expect(reads.waitingRequests).toBe(0);
  });
});
