import { MAX_STREAM_READS, StreamTurns } from './stream-turns.js';

/** Reads that end when the test says so. */
class Reads {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, PromiseWithResolvers<undefined>>();

  constructor(private readonly turns: StreamTurns) {}

  ask(accountId: number, name: string): Promise<string> {
    return this.turns.run(accountId, async () => {
      this.begun.push(name);
      const end = Promise.withResolvers<undefined>();
      this.ends.set(name, end);
      await end.promise;
      return name;
    });
  }

  async end(name: string, error?: Error): Promise<void> {
    if (error) this.ends.get(name)?.reject(error);
    else this.ends.get(name)?.resolve(undefined);
    await settled();
  }
}

/** After all that follows from what has been resolved. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('StreamTurns', () => {
  it('reads one part of an account at a time, and of all accounts a few', async () => {
    const reads = new Reads(new StreamTurns());
    for (let account = 1; account <= MAX_STREAM_READS + 1; account++) {
      void reads.ask(account, `${account}a`);
      void reads.ask(account, `${account}b`);
    }
    await settled();
    expect(reads.begun).toEqual(['1a', '2a']);

    await reads.end('1a');
    expect(reads.begun).toEqual(['1a', '2a', '3a']);
    await reads.end('2a');
    expect(reads.begun).toEqual(['1a', '2a', '3a', '1b']);
    await reads.end('1b');
    expect(reads.begun).toEqual(['1a', '2a', '3a', '1b', '2b']);
  });

  it('goes on after a read that fails, and tells its caller alone', async () => {
    const reads = new Reads(new StreamTurns());
    const failing = reads.ask(1, 'a');
    const next = reads.ask(1, 'b');
    await settled();
    const failed = expect(failing).rejects.toThrow('gone');
    await reads.end('a', new Error('gone'));
    await failed;
    await reads.end('b');

    expect(await next).toBe('b');
  });
});
