import { randomUUID } from 'node:crypto';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import { ScriptedShop, type Call, type Reply } from './scripted-shop.js';
import { settled } from './settled.js';
import type { TestAccount, TestShop } from './test-shop.js';
import { until } from './until.js';
import { fresh } from './worker-shop.js';

export const LISTED = [{ id: 7, name: '60 UC', price: 1 }];

/** An attempt to buy an order, as it is stored. */
export interface StoredAttempt {
  readonly attempt_uuid: string;
  readonly sends: number;
  readonly supplier_order_id: string | null;
  readonly generation: number;
  readonly forgotten_at: Date | null;
}

/** An order that the supplier has, and is at work on. */
export interface BoughtOrder {
  readonly id: string;
  /** The supplier's order. */
  readonly theirs: string;
  /** Of the attempt. */
  readonly key: string;
}

/**
 * A shop, in which all orders of a product are bought from a supplier that we call acme here, with a name of its own. It
 * is at work on them unless a test says else.
 */
export class BuyingShop {
  /** What acme answers to check, by the key of an attempt. */
  readonly there = new Map<string, Reply>();
  /** What acme answers for its prices. */
  prices: Reply = LISTED;
  /** What acme does with an order that it is sent; it is at work on it if this is undefined. */
  onSend: ((key: string) => Promise<object>) | undefined;
  /** What acme says that it charges for an order. */
  charge: unknown = 0.75;
  /** What acme answers to check by the ids of its orders; what it says under their keys, unless a test says else. */
  byIds = (ids: readonly string[]): Reply => ({
    status: 'OK',
    data: ids.flatMap((id) => this.saidOf(id)),
  });

  private constructor(
    readonly shop: TestShop,
    /** The name of the supplier. */
    readonly supplier: string,
    readonly account: TestAccount,
    private readonly product: number,
    private readonly acme: ScriptedShop,
  ) {
    acme.answer = ({ route, query }) => {
      if (route === 'products') return this.prices;
      if (route === 'profile') return { status: 'OK', balance: '100' };
      if (route === 'check' && !query.has('uuid'))
        return this.byIds((query.get('orders') ?? '').slice(1, -1).split(','));
      const keys = (query.get('order_uuid') ?? query.get('orders')?.slice(1, -1) ?? '').split(',');
      const isKnown = (one: string) => this.there.has(one) || this.sendsOf(one) > 0;
      const key = keys.find(isKnown) ?? '';
      const atWork = this.order(`ACME-${key.slice(0, 8)}`, 'wait');
      if (route.startsWith('newOrder')) return this.onSend?.(key) ?? { status: 'OK', data: atWork };
      return this.there.get(key) ?? { status: 'OK', data: this.sendsOf(key) > 0 ? [atWork] : [] };
    };
  }

  /** @param shop one with a secret key. */
  static async in(shop: TestShop): Promise<BuyingShop> {
    const acme = await ScriptedShop.start();
    const supplier = fresh('acme');
    await shop.service(SupplierService).add(supplier, acme.url, { token: 'secret' });
    const fulfillment = [{ handler: 'upstream', settings: { supplier, product: 7 } }];
    const product = await shop.product({ price: '2', type: 'package', fulfillment });
    const account = await shop.account({ balance: '1000' });
    return new BuyingShop(shop, supplier, account, product, acme);
  }

  /** What acme was asked. */
  get calls(): readonly Call[] {
    return this.acme.calls;
  }

  /** Acme ends its connections. */
  hangUp(): void {
    this.acme.hangUp();
  }

  /** Ends the supplier; the shop stays. */
  close(): Promise<void> {
    return this.acme.close();
  }

  /** Acme tells no prices, without which nothing is sent, until the returned function is called. */
  holdSends(): () => void {
    const held = Promise.withResolvers<object>();
    this.prices = held.promise;
    return () => {
      held.resolve(LISTED);
      this.prices = LISTED;
    };
  }

  /** @param product the one that is bought, or another one. @returns the id of the order. */
  async place(product = this.product): Promise<string> {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    const { json } = await settled(() => this.account.api(path));
    return (json as { data: { order_id: string } }).data.order_id;
  }

  async attemptOf(orderId: string): Promise<StoredAttempt | undefined> {
    const sql = 'SELECT * FROM supplier_attempts WHERE order_id = $1';
    return (await this.shop.db.query<StoredAttempt>(sql, [orderId]))[0];
  }

  /** Returns when the job that bought it has ended as well: what it writes last would come after what a test does. */
  async bought(): Promise<BoughtOrder> {
    const id = await this.place();
    await this.shop.jobsDone('fulfillment', this.account.id);
    return until(async () => {
      const { attempt_uuid: key = '', supplier_order_id: theirs = null } =
        (await this.attemptOf(id)) ?? {};
      return theirs === null ? undefined : { id, theirs, key };
    });
  }

  /** From now on acme shows the order in this state. */
  becomes({ key, theirs }: BoughtOrder, status: 'accept' | 'reject'): void {
    this.there.set(key, { status: 'OK', data: [this.order(theirs, status)] });
  }

  /** An order that acme had accepted and does not know any more. @param seals whether acme can seal keys */
  async forgotten({ seals = true } = {}): Promise<BoughtOrder> {
    const order = await this.bought();
    this.knowsNothingOf(order.key, { seals });
    await this.deliverUntil(order.id, async () => (await this.attemptOf(order.id))?.forgotten_at);
    return order;
  }

  /** From now on acme knows no order under the key. */
  knowsNothingOf(key: string, { seals = true } = {}): void {
    this.there.set(key, { status: 'OK', data: [], ...(seals && { sealed: [key] }) });
  }

  /** Asks acme about an order as a job does. */
  async deliverNow(orderId: string): Promise<void> {
    await this.shop.db.query(
      'UPDATE fulfillments SET due_at = now() WHERE order_id = $1 AND NOT closed',
      [orderId],
    );
    await this.shop.service(FulfillmentJob).run({ accountId: this.account.id, orderId });
  }

  /** The same until this is so: the server may just be asking about the order itself. */
  deliverUntil(orderId: string, isSo: () => Promise<unknown>): Promise<unknown> {
    return until(async () => {
      await this.deliverNow(orderId);
      return isSo();
    });
  }

  /** Asks acme about an order until it is decided. @returns its status */
  async decided(orderId: string): Promise<string> {
    await this.deliverUntil(orderId, async () => (await this.statusOf(orderId)) !== 'wait');
    return this.statusOf(orderId);
  }

  /** How often acme was sent an order under the key. */
  sendsOf(key: string): number {
    return this.acme.calls.filter(
      ({ route, query }) => route.startsWith('newOrder') && query.get('order_uuid') === key,
    ).length;
  }

  /** As if acme had not answered the request by which it was bought. It is not asked again by itself, which would find the order. */
  async forget(orderId: string): Promise<void> {
    const later = "UPDATE fulfillments SET due_at = now() + interval '1 day' WHERE order_id = $1";
    await this.shop.db.query(later, [orderId]);
    const sql =
      'UPDATE supplier_attempts SET supplier_order_id = NULL, cost = NULL WHERE order_id = $1';
    await this.shop.db.query(sql, [orderId]);
  }

  async statusOf(orderId: string): Promise<string> {
    const sql = 'SELECT status FROM orders WHERE order_id = $1';
    return (await this.shop.db.query<{ status: string }>(sql, [orderId]))[0]!.status;
  }

  /** What acme says of an order of its own, if that is certain. */
  private saidOf(id: string): readonly unknown[] {
    const keys = this.acme.calls.map(({ query }) => query.get('order_uuid') ?? '');
    const key = keys.find((one) => one !== '' && id === `ACME-${one.slice(0, 8)}`) ?? '';
    const said = this.there.get(key) ?? { data: key === '' ? [] : [this.order(id, 'wait')] };
    return typeof said === 'object' && 'data' in said ? (said.data as unknown[]) : [];
  }

  private order(id: string, status: string): object {
    const codes = status === 'accept' ? ['LATE-CODE'] : null;
    return { order_id: id, status, price: this.charge, replay_api: codes };
  }
}
