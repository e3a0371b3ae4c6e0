import { vi } from 'vitest';
import { NO_ENTRIES, type ChainHead } from '../../account/ledger/ledger-chain.js';
import type { OrderFault } from '../../orders/consistency/order-consistency.repository.js';
import type { AccountConsistencyService } from './account-consistency.service.js';
import { SentinelRound } from './sentinel-round.service.js';

const ACCOUNT = { id: 7, halted: false };
/** As they come out of a row: in a pool. */
const HASH = { one: Buffer.from('01'.repeat(32), 'hex'), two: Buffer.from('02'.repeat(32), 'hex') };

/** One account, whose ledger is another one in the history `two`. */
function shop() {
  const state = { history: 'one' as 'one' | 'two', sequence: '3', tampered: false, reads: [''] };
  const end = (): ChainHead => ({
    sequence: state.sequence,
    balance: '1.00000000',
    hash: HASH[state.history],
  });
  const consistency: Partial<AccountConsistencyService> = {
    history: () => Promise.resolve(state.history),
    accounts: async function* () {
      yield await Promise.resolve({ ...ACCOUNT, ...end(), ledgerSequence: state.sequence });
    },
    accountAfter: () => Promise.resolve(undefined),
    checkNext: (_, start) => {
      state.reads.push(start.sequence);
      const follows = start === NO_ENTRIES || start.hash.equals(HASH[state.history]);
      const isCutOff = Number(start.sequence) > Number(state.sequence);
      const fault = follows && !isCutOff && !state.tampered ? undefined : 'by checkpoint';
      return Promise.resolve({ history: state.history, fault, head: end(), complete: true });
    },
    checkWhole: () =>
      Promise.resolve({ history: state.history, fault: state.tampered ? 'whole' : undefined }),
    sweepOrders: () => Promise.resolve({ faults: [], next: undefined }),
  };
  const round = new SentinelRound(consistency as AccountConsistencyService);
  const look = async (): Promise<OrderFault[]> => {
    state.reads = [];
    const faults: OrderFault[] = [];
    for await (const fault of round.faults(() => Promise.resolve())) faults.push(fault);
    return faults;
  };
  return { state, consistency, look };
}

describe('a round of the sentinel', () => {
  it('starts from the last entry that was found valid', async () => {
    const { state, look } = shop();
    expect(await look()).toEqual([]);
    state.sequence = '4';
    expect(await look()).toEqual([]);
    expect(state.reads).toEqual(['3']);
  });

  it('keeps the hash of that entry alone in memory', async () => {
    const { state, consistency, look } = shop();
    const checkNext = vi.spyOn(consistency, 'checkNext');
    await look();
    state.sequence = '4';
    await look();
    const { hash } = checkNext.mock.lastCall![1];
    expect(hash).toEqual(HASH.one);
    expect(hash.buffer.byteLength).toBe(hash.byteLength);
  });

  it('reports an end that was cut off, which nothing shows but its own checkpoint', async () => {
    const { state, look } = shop();
    await look();
    state.sequence = '2';
    expect(await look()).toEqual([{ accountId: ACCOUNT.id, fault: 'by checkpoint' }]);
  });

  it('starts from the first entry in another history', async () => {
    const { state, look } = shop();
    await look();
    Object.assign(state, { history: 'two', sequence: '2' });
    expect(await look()).toEqual([]);
    expect(state.reads).toEqual(['0']);
  });

  it('starts from the first entry when the history changes while it reads', async () => {
    const { state, consistency, look } = shop();
    await look();
    Object.assign(state, { history: 'two', sequence: '4' });
    consistency.history = () => Promise.resolve('one');
    expect(await look()).toEqual([]);
    expect(state.reads).toEqual(['3', '0']);
  });

  it('reports no fault by a checkpoint when the history changes before it is confirmed', async () => {
    const { state, consistency, look } = shop();
    await look();
    state.sequence = '2';
    consistency.checkWhole = () => Promise.resolve({ history: 'two', fault: undefined });
    expect(await look()).toEqual([]);
  });

  it('reports a fault of the account in any history', async () => {
    const { state, look } = shop();
    await look();
    Object.assign(state, { history: 'two', tampered: true });
    expect(await look()).toEqual([{ accountId: ACCOUNT.id, fault: 'whole' }]);
  });
});
