import { setImmediate as turn } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../../../common/app-error.js';
import { ThrottledReads } from './throttled-reads.js';

interface RunningLook {
  readonly questions: readonly string[];
  readonly answer: (answers: boolean[]) => void;
  readonly fail: (error: Error) => void;
}

/** Looks and pauses that end when the test says so. */
function looks() {
  const running: RunningLook[] = [];
  const pauses: (() => void)[] = [];
  const shared = new ThrottledReads<string>(
    (questions) => {
      const { promise, resolve, reject } = Promise.withResolvers<boolean[]>();
      running.push({ questions, answer: resolve, fail: reject });
      return promise;
    },
    () => new Promise<void>((resolve) => pauses.push(resolve)),
  );
  return { shared, running, pauses };
}

async function settled(): Promise<void> {
  for (let count = 0; count < 5; count++) await turn();
}

describe('a shared look', () => {
  it('answers each what it asked, and all that came before it at once', async () => {
    const { shared, running, pauses } = looks();
    const first = shared.ask('a');
    const others = ['b', 'c', 'd'].map((question) => shared.ask(question));
    expect(running.map(({ questions }) => questions)).toEqual([['a']]);
    running[0]?.answer([true]);
    expect(await first).toBe(true);
    await settled();
    expect(running).toHaveLength(1);
    pauses[0]?.();
    await settled();
    expect(running[1]?.questions).toEqual(['b', 'c', 'd']);
    running[1]?.answer([false, true, false]);
    expect(await Promise.all(others)).toEqual([false, true, false]);
  });

  it('pauses behind the last one, too', async () => {
    const { shared, running, pauses } = looks();
    const first = shared.ask('a');
    running[0]?.answer([false]);
    await first;
    void shared.ask('b');
    await settled();
    expect(running).toHaveLength(1);
    pauses[0]?.();
    await settled();
    expect(running).toHaveLength(2);
  });

  it('is for fifty questions, however many wait', async () => {
    const { shared, running, pauses } = looks();
    const answers = Array.from({ length: 10_000 }, (_, index) => shared.ask(String(index)));
    for (let count = 0; count < running.length; count++) {
      running[count]?.answer(running[count]?.questions.map(() => false) ?? []);
      while (pauses.length <= count) await turn();
      pauses[count]?.();
      await settled();
    }
    expect(new Set(await Promise.all(answers))).toEqual(new Set([false]));
    expect(running.map(({ questions }) => questions.length)).toEqual([
      1,
      ...Array<number>(199).fill(50),
      49,
    ]);
  });

  it('that fails tells all that wait, and the next one is made', async () => {
    const { shared, running, pauses } = looks();
    const failed = ['a', 'b'].map((question) => shared.ask(question));
    running[0]?.fail(new Error('away'));
    for (const each of failed) await expect(each).rejects.toThrow('away');
    pauses[0]?.();
    await settled();
    const next = shared.ask('c');
    running[1]?.answer([true]);
    expect(await next).toBe(true);
  });

  it('is not waited for by any number', async () => {
    const { shared } = looks();
    for (let count = 0; count <= 10_000; count++) void shared.ask('a');
    await expect(shared.ask('b')).rejects.toThrow(TemporarilyUnavailableError);
  });
});
