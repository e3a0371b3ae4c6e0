import { vi } from 'vitest';
import { BalanceService } from '../../../src/account/ledger/balance.service.js';
import { ShopEvents } from '../../../src/events/shop-events.service.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
afterEach(() => vi.restoreAllMocks());

type Move = (balances: BalanceService, accountId: number) => Promise<unknown>;

const DEPOSIT: Move = (balances, id) =>
  balances.deposit(id, '10.50', { actor: 'test', reference: 'bill 7' });

/** Moves money while these events are wanted by a listener. @returns the events that are written for it */
async function eventsOf(move: Move, wanted: readonly string[]): Promise<unknown[]> {
  const { id } = await shop.account({ balance: '1' });
  const listener = { extension: 'acme', name: 'sink', events: wanted };
  vi.spyOn(shop.service(ShopEvents), 'recorded').mockResolvedValue([listener]);
  await move(shop.service(BalanceService), id);
  const jobs = await shop.db.query<{ event: string }>(
    `SELECT data ->> 'event' AS event FROM pgboss.job
     WHERE name = 'listener' AND (data ->> 'accountId')::integer = $1`,
    [id],
  );
  return jobs.map(({ event }) => JSON.parse(event) as unknown);
}

describe('a deposit', () => {
  it('is told to the listeners that want it, with the balance after it', async () => {
    const events = await eventsOf(DEPOSIT, ['order.placed', 'balance.deposited']);
    expect(events).toMatchObject([
      {
        type: 'balance.deposited',
        data: { amount: '10.5', balance: '11.5', reference: 'bill 7' },
      },
    ]);
  });

  it('is told, an adjustment is not', async () => {
    const adjust: Move = (balances, id) =>
      balances.adjust(id, '1', { actor: 'test', reason: 'gift' });
    expect(await eventsOf(adjust, ['balance.deposited'])).toEqual([]);
  });

  it('is told to no other listener', async () => {
    expect(await eventsOf(DEPOSIT, ['order.placed'])).toEqual([]);
  });
});
