import { NestedTurns } from './nested-turns.js';
import { TimeLimitError } from './time-limit.js';
import { NoTurnError } from './turns.js';

const LIMITS = { concurrent: 1, waiting: 4, atOncePerPath: 3, waitMs: 60_000, workMs: 60_000 };

/** Calls whose end the test decides. */
function calls(turns: NestedTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  const call = (name: string, ...path: string[]): void => {
    const work = async (): Promise<void> => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      ends.set(name, () => {
        resolve(undefined);
      });
      await promise;
    };
    turns.run(path, work).catch((error: unknown) => {
      expect(error).toBeInstanceOf(NoTurnError);
      refused.push(name);
    });
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, refused, call, end };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe('nested turns', () => {
  it('serve networks in turn, whatever the number of their addresses', async () => {
    const { begun, call, end } = calls(new NestedTurns(LIMITS));
    call('first', 'a', '1');
    call('many 1', 'a', '1');
    call('many 2', 'a', '2');
    call('many 3', 'a', '3');
    call('other', 'b', '9');
    for (const name of ['first', 'many 1', 'other', 'many 2']) {
      await settled();
      expect(begun.at(-1)).toBe(name);
      await end(name);
    }
  });

  it('refuse the newest of the network with the most when too many wait, and never the only one of another', async () => {
    const { begun, refused, call, end } = calls(new NestedTurns(LIMITS));
    for (let number = 0; number <= LIMITS.waiting; number++)
      call(`many ${number}`, 'a', `${number}`);
    call('other', 'b', '9');
    await settled();
    expect(refused).toEqual(['many 4']);
    await end('many 0');
    await end('many 1');
    expect(begun).toContain('other');
  });

  it('admit so many calls of one path at once', async () => {
    const { refused, call } = calls(new NestedTurns(LIMITS));
    for (let number = 0; number <= LIMITS.atOncePerPath; number++) call(`${number}`, 'a', '1');
    await settled();
    expect(refused).toEqual(['3']);
  });

  it('tell how many wait, and for how many no turn came', async () => {
    const turns = new NestedTurns(LIMITS);
    const { call, end } = calls(turns);
    for (let number = 0; number <= LIMITS.atOncePerPath; number++) call(`${number}`, 'a', '1');
    await settled();
    expect([turns.isFull, turns.waitingRequests, turns.refusedRequests]).toEqual([true, 2, 1]);
    for (const name of ['0', '1', '2']) await end(name);
    expect([turns.isFull, turns.waitingRequests, turns.refusedRequests]).toEqual([false, 0, 1]);
  });

  it('abort the signal of a call at its limit, and free its place, as after one that fails at once', async () => {
    const turns = new NestedTurns({ ...LIMITS, workMs: 1 });
    let signal: AbortSignal | undefined;
    const endless = turns.run([], (given) => {
      signal = given;
      return new Promise(() => undefined);
    });
    await expect(endless).rejects.toThrow('no answer within 1 ms');
    expect(signal?.aborted).toBe(true);
    const fail = (): Promise<never> => {
      throw new Error('at once');
    };
    for (let round = 0; round < 3; round++)
      await expect(turns.run([], fail)).rejects.toThrow('at once');
    expect(turns.isFull).toBe(false);
  });

  it('let none wait where none may', async () => {
    const turns = new NestedTurns({ concurrent: 1, waiting: 0, waitMs: 60_000, workMs: 60_000 });
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = turns.run([], () => promise);
    await expect(turns.run([], () => promise)).rejects.toThrow(NoTurnError);
    resolve('done');
    expect(await first).toBe('done');
  });

  it('end what waits or works for too long', async () => {
    const turns = new NestedTurns({ ...LIMITS, waitMs: 1, workMs: 20 });
    const never = new Promise<void>(() => undefined);
    const working = turns.run(['a'], () => never);
    await expect(turns.run(['b'], () => never)).rejects.toThrow(NoTurnError);
    await expect(working).rejects.toThrow(TimeLimitError);
    expect(await turns.run(['c'], () => Promise.resolve('next'))).toBe('next');
  });
});
