import { vi } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { BatchedReads } from './batched-reads.js';

interface Statement {
  readonly questions: readonly string[];
  readonly answer: (answers: readonly string[]) => void;
  readonly fail: (error: Error) => void;
}

/** Statements that end when the test says so. */
function database(
  keysOf?: (question: string) => number,
  accountOf: (question: string) => number = () => 7,
) {
  const statements: Statement[] = [];
  const reads = new BatchedReads<string, string>(
    (questions) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
      statements.push({ questions, answer: resolve, fail: reject });
      return promise;
    },
    accountOf,
    keysOf,
  );
  return { reads, statements };
}

async function settled(): Promise<void> {
  for (let count = 0; count < 5; count++) await turn();
}

describe('batched reads', () => {
  it('take what comes together in one statement, and answer each its own', async () => {
    const { reads, statements } = database();
    const answers = ['a', 'b', 'c'].map((question) => reads.ask(question));
    await settled();
    expect(statements.map(({ questions }) => questions)).toEqual([['a', 'b', 'c']]);
    statements[0]?.answer(['A', 'B', 'C']);
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
  });

  it('answer nobody by a statement that was sent before it asked', async () => {
    const { reads, statements } = database();
    for (const question of ['a', 'b']) {
      void reads.ask(question);
      await settled();
    }
    const late = reads.ask('a');
    void reads.ask('d');
    await settled();
    expect(statements.map(({ questions }) => questions)).toEqual([['a'], ['b']]);
    statements[0]?.answer(['old']);
    await settled();
    expect(statements[2]?.questions).toEqual(['a', 'd']);
    statements[2]?.answer(['new', 'D']);
    expect(await late).toBe('new');
  });

  it('have two hundred keys a statement at most, or one question', async () => {
    const { reads, statements } = database(Number);
    for (const question of ['150', '50', '1', '5000', '199']) void reads.ask(question);
    await settled();
    statements[0]?.answer(['', '']);
    statements[1]?.answer(['']);
    await settled();
    expect(statements.map(({ questions }) => questions)).toEqual([
      ['150', '50'],
      ['1'],
      ['5000'],
      ['199'],
    ]);
  });

  it('fail together, and go on', async () => {
    const { reads, statements } = database();
    const failed = ['a', 'b'].map((question) => reads.ask(question));
    await settled();
    statements[0]?.fail(new Error('no database'));
    const results = await Promise.allSettled(failed);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = reads.ask('c');
    await settled();
    statements[1]?.answer(['C']);
    expect(await next).toBe('C');
  });

  it('do not wait longer than a second for statements that hang', async () => {
    vi.useFakeTimers({ toNotFake: ['setImmediate', 'nextTick', 'performance'] });
    const { reads, statements } = database();
    for (const question of ['hangs', 'hangs too', 'next']) {
      void reads.ask(question);
      await settled();
    }
    expect(statements).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    await settled();
    expect(statements[2]?.questions).toEqual(['next']);
    vi.useRealTimers();
  });

  it('take the accounts in turn, so that one with many keys fills no statement before the others', async () => {
    const ofMany = (question: string): boolean => question.startsWith('many');
    const { reads, statements } = database(
      (question) => (ofMany(question) ? 150 : 1),
      (question) => (ofMany(question) ? 1 : 2),
    );
    // The two statements that may run at a time.
    for (const question of ['first', 'second']) {
      void reads.ask(question);
      await settled();
    }
    for (const question of ['many 1', 'many 2', 'many 3', 'one', 'two']) void reads.ask(question);
    statements[0]?.answer(['']);
    await settled();
    expect(statements[2]?.questions).toEqual(['many 1', 'one']);
    statements[1]?.answer(['']);
    await settled();
    expect(statements[3]?.questions).toEqual(['many 2', 'two']);
  });

  it('count a statement once that ends after it has given up its slot', async () => {
    vi.useFakeTimers({ toNotFake: ['setImmediate', 'nextTick', 'performance'] });
    const { reads, statements } = database();
    const hangs = reads.ask('hangs');
    await settled();
    vi.advanceTimersByTime(1_000);
    for (const question of ['second', 'third', 'waits']) {
      void reads.ask(question);
      await settled();
    }
    statements[0]?.answer(['late']);
    expect(await hangs).toBe('late');
    await settled();
    expect(statements).toHaveLength(3);
    statements[1]?.answer(['']);
    await settled();
    expect(statements[3]?.questions).toEqual(['waits']);
    vi.useRealTimers();
  });
});
