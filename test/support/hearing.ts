import { randomUUID } from 'node:crypto';
import type { FailedEvent } from '../../src/events/failures/failed-event.entity.js';
import { FailedEvents } from '../../src/events/failures/failed-events.service.js';
import { CatalogChanges } from '../../src/events/handling/catalog-changes.js';
import { ListenerJob } from '../../src/events/handling/listener.job.js';
import type { HandlingOptions, Listener } from '../../src/events/listener.js';
import { Listeners } from '../../src/events/listeners.js';
import { SHOP_EVENT_TYPES, type ShopEvent } from '../../src/events/shop-event.js';
import type { TestAccount, TestShop } from './test-shop.js';
import { until } from './until.js';

export type Heard = ShopEvent & { readonly options: HandlingOptions };

/** A listener of a shop that keeps what it hears: all events of orders of products named `heard`, and all others. */
export class Hearing {
  heard: Heard[] = [];
  /** What the listener does with an event of an account, and with a change of the catalog. */
  onEvent: () => Promise<void> | void = () => undefined;
  onCatalog: () => Promise<void> | void = () => undefined;

  readonly sink: Listener = {
    name: 'sink',
    events: SHOP_EVENT_TYPES,
    concerns: ({ data }) => {
      if ('productName' in data && data.productName === 'throws') throw new Error('no idea');
      return !('productName' in data) || data.productName === 'heard';
    },
    handle: async (event, options) => {
      this.heard.push({ ...event, options });
      await (event.type === 'catalog.changed' ? this.onCatalog() : this.onEvent());
    },
  };

  private constructor(readonly shop: TestShop) {}

  /** As at a start with the extension. */
  static async start(shop: TestShop): Promise<Hearing> {
    const hearing = new Hearing(shop);
    shop.service(Listeners).use([{ extension: 'acme', port: hearing.sink }]);
    await shop.service(ListenerJob).onApplicationBootstrap();
    shop.service(CatalogChanges).onApplicationBootstrap();
    return hearing;
  }

  /** Before each test. */
  reset(): void {
    this.heard = [];
    this.onEvent = () => undefined;
    this.onCatalog = () => undefined;
  }

  /** @returns the order id; empty for an order that is refused. */
  async place(account: TestAccount, product: number, query = ''): Promise<string> {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}${query}`;
    const { json } = await account.api(path);
    return (json as { data?: { order_id: string } }).data?.order_id ?? '';
  }

  /** The events of an account that have arrived. */
  of({ id }: TestAccount): Heard[] {
    return this.heard.filter(({ data }) => 'accountId' in data && data.accountId === id);
  }

  /** The same once no job of them is due. */
  async eventsOf(account: TestAccount): Promise<Heard[]> {
    await this.shop.jobsDone('listener', account.id);
    return this.of(account);
  }

  async typesOf(account: TestAccount): Promise<string[]> {
    return (await this.eventsOf(account)).map(({ type }) => type).sort();
  }

  async failuresOf({ id }: TestAccount): Promise<FailedEvent[]> {
    const failures = await this.shop.service(FailedEvents).list(100);
    return failures.filter(({ event }) => event.includes(`"accountId":${id},`));
  }

  /** The failure of an account, once there is one. */
  failureOf(account: TestAccount): Promise<FailedEvent> {
    return until(async () => (await this.failuresOf(account))[0]);
  }

  /** Lets what is planned for later be due now. */
  async hurry(): Promise<void> {
    await this.shop.db.query(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'listener' AND start_after < 'infinity'",
    );
  }
}
