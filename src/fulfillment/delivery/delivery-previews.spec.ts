import type { EntityManager } from 'typeorm';
import { until } from '../../../test/support/until.js';
import type { PortFaults } from '../../common/port-faults.js';
import type { Database } from '../../database/database.js';
import type {
  FulfillmentHandler,
  OrderToFulfill,
} from '../../orders/delivery/fulfillment-handler.js';
import { HandlerRegistry } from '../handlers/handler.registry.js';
import { DeliveryPreviews, type Preview } from './delivery-previews.js';

/** Previews by a handler that answers when the test says so. */
class Quotes {
  /** The accounts whose previews hold a connection. */
  readonly running: number[] = [];
  most = 0;
  readonly faults: unknown[] = [];
  private readonly previews: DeliveryPreviews;
  private readonly ends: (() => void)[] = [];

  private readonly handler: FulfillmentHandler = {
    code: 'acme',
    checkSettings: () => undefined,
    wouldDeliver: async (_, { accountId }) => {
      if (this.running.includes(accountId)) throw new Error('two at a time of an account');
      this.running.push(accountId);
      this.most = Math.max(this.most, this.running.length);
      await new Promise<void>((resolve) => this.ends.push(resolve));
      this.running.splice(this.running.indexOf(accountId), 1);
      return true;
    },
  };

  constructor() {
    const manager = { query: () => Promise.resolve([]) } as unknown as EntityManager;
    const database = {
      transaction: (work: (manager: EntityManager) => Promise<unknown>) => work(manager),
    } as unknown as Database;
    const faults = { note: (fault: unknown) => this.faults.push(fault) } as unknown as PortFaults;
    this.previews = new DeliveryPreviews(new HandlerRegistry([]), database, faults);
  }

  ask(accountId: number): Promise<Preview | undefined> {
    return this.previews.preview(this.handler, { accountId } as OrderToFulfill, {});
  }

  /** Ends each of these previews when it runs. */
  async endAll<Result>(asked: readonly Promise<Result>[]): Promise<Result[]> {
    const ends = asked.map(async () => {
      (await until(() => this.ends.shift()))();
    });
    await Promise.all(ends);
    return Promise.all(asked);
  }
}

it('two previews run at the same time, of two accounts', async () => {
  const quotes = new Quotes();
  const asked = [1, 1, 1, 1, 2, 2, 3].map((account) => quotes.ask(account));
  await new Promise(setImmediate);
  expect(quotes.running).toEqual([1, 2]);
  const deliverable = { kind: 'deliverable' };
  expect(await quotes.endAll(asked)).toEqual(asked.map(() => deliverable));
  expect(quotes.most).toBe(2);
  expect(quotes.faults).toEqual([]);
});

it('a delivery is unchecked while too many previews of the account wait, which is no fault', async () => {
  const quotes = new Quotes();
  const waiting = Array.from({ length: 21 }, () => quotes.ask(1));
  expect(await quotes.ask(1)).toEqual({ kind: 'unknown' });
  const other = quotes.ask(2);
  const ends = await quotes.endAll([...waiting, other]);
  expect(new Set(ends.map((preview) => preview?.kind))).toEqual(new Set(['deliverable']));
  expect(quotes.faults).toEqual([]);
});
