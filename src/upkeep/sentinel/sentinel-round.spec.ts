import { NO_ENTRIES } from '../../account/ledger/ledger-chain.js';
import type { AccountConsistencyService } from './account-consistency.service.js';
import { SentinelRound, type RoundResult } from './sentinel-round.service.js';

const HEAD = { sequence: '200', balance: '1.00000000', hash: Buffer.alloc(32, 1) };
const LAST: RoundResult = {
  faulty: 0,
  ledgerSweep: { accountId: 7, ...HEAD, hash: HEAD.hash.toString('hex') },
  orderSweep: { accountId: 7, orderId: 'ID_7' },
};

/** A shop whose account 7 has changed, and an account 9, which are as `books` says. */
function shop(books: Partial<AccountConsistencyService> = {}) {
  const calls: unknown[][] = [];
  const noted =
    <T>(name: string, result: T) =>
    (...given: unknown[]): Promise<T> => {
      calls.push([name, ...given]);
      return Promise.resolve(result);
    };
  const checked = { fault: undefined, head: HEAD, complete: true };
  const consistency: Partial<AccountConsistencyService> = {
    halted: noted('halted', []),
    changedAfter: (after) =>
      Promise.resolve(after === 0 ? { changed: [7], last: 9 } : { changed: [], last: null }),
    accountAfter: (id) => Promise.resolve(id < 9 ? 9 : undefined),
    checkNext: noted('checkNext', checked),
    checkFrom: noted('checkFrom', checked),
    confirm: noted('confirm', { fault: 'wrong' }),
    forget: noted('forget', undefined),
    sweepOrders: noted('sweepOrders', { faults: [], next: undefined }),
    ...books,
  };
  const round = new SentinelRound(consistency as AccountConsistencyService);
  const look = async (last?: RoundResult): Promise<unknown[]> => {
    const faults: unknown[] = [];
    for await (const fault of round.faults(last, () => Promise.resolve())) {
      calls.push(['halt', fault.accountId]);
      faults.push(fault);
    }
    return faults;
  };
  const called = (name: string) => calls.filter(([of]) => of === name);
  return { calls, called, look, round };
}

const SUSPECTED = () => Promise.resolve({ fault: 'seems wrong', head: HEAD, complete: true });

describe('a round of the sentinel', () => {
  it('goes on with ledgers and orders where the round before has ended, on whichever server', async () => {
    const { called, look, round } = shop();
    expect(await look(LAST)).toEqual([]);
    expect(called('checkFrom')).toEqual([
      ['checkFrom', 7, HEAD],
      ['checkFrom', 9, NO_ENTRIES],
    ]);
    expect(called('sweepOrders')).toEqual([['sweepOrders', LAST.orderSweep]]);
    expect(round.result).toMatchObject({ faulty: 0, ledgerSweep: { accountId: 0 } });
  });

  it('sweeps over ten thousand entries at most, and keeps its place', async () => {
    let sequence = 0;
    const { look, round } = shop({
      checkFrom: () => {
        sequence += 1_000;
        const head = { ...HEAD, sequence: String(sequence) };
        return Promise.resolve({ fault: undefined, head, complete: false });
      },
    });
    await look();
    expect(round.result.ledgerSweep).toMatchObject({ accountId: 9, sequence: '10000' });
  });

  it('checks what follows a checkpoint until nothing more follows', async () => {
    let reads = 0;
    const { look } = shop({
      checkNext: () => Promise.resolve({ fault: undefined, head: HEAD, complete: ++reads === 3 }),
    });
    expect(await look()).toEqual([]);
    expect(reads).toBe(3);
  });

  it('forgets the checkpoint of an account with a fault after its orders are halted, not before', async () => {
    const { calls, look, round } = shop({ checkNext: SUSPECTED });
    expect(await look()).toEqual([{ accountId: 7, fault: 'wrong' }]);
    expect(calls.slice(1, 4)).toEqual([
      ['confirm', 7],
      ['halt', 7],
      ['forget', 7],
    ]);
    expect(round.result.faulty).toBe(1);
  });

  it('reports nothing that the check of the whole account does not confirm', async () => {
    const confirm = () => Promise.resolve({ fault: undefined });
    const { called, look } = shop({ checkNext: SUSPECTED, checkFrom: SUSPECTED, confirm });
    expect(await look()).toEqual([]);
    expect(called('forget')).toEqual([]);
  });

  it('counts accounts whose orders are halted, and does not check them again', async () => {
    const halted = () => Promise.resolve([7]);
    const { called, look, round } = shop({ halted, checkNext: SUSPECTED });
    expect(await look()).toEqual([]);
    expect(called('confirm')).toEqual([]);
    expect(round.result.faulty).toBe(1);
  });
});
