import { SoukClient, type OrderResult } from '../../client/src/index.js';
import { FaultProxy, type Fault } from '../support/fault-proxy.js';
import { invariantFaults } from '../support/invariants.js';
import type { TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { TestClock } from './test-clock.js';

/** What newOrder does under these although its answer is lost. */
const ARRIVES: readonly Fault[] = ['mute', 'hang', 'twice', 'garbage', 'html'];

/** A client that orders behind a network that breaks. */
export class FaultyOrders {
  clock = new TestClock();
  client!: SoukClient;

  private constructor(
    readonly shop: TestShop,
    readonly proxy: FaultProxy,
    readonly productId: number,
  ) {}

  static async in(shop: TestShop): Promise<FaultyOrders> {
    const proxy = await FaultProxy.start(shop.baseUrl);
    return new FaultyOrders(shop, proxy, await shop.product({ price: '1.5' }));
  }

  /** Of another account, before each case. */
  async begin(): Promise<void> {
    this.clock = new TestClock();
    this.useToken((await this.shop.account({ balance: '100' })).token);
  }

  useToken(token: string): void {
    const { clock } = this;
    this.client = new SoukClient({ baseUrl: this.proxy.url, token, clock, random: () => 0.5 });
  }

  async close(): Promise<void> {
    await this.proxy.close();
    expect(await invariantFaults(this.shop.db)).toEqual([]);
    await this.shop.close();
  }

  /** How many orders there are under the key, and how many debits. */
  async madeBy(uuid: string): Promise<[orders: number, debits: number]> {
    const orders = await this.shop.db.query('SELECT FROM orders WHERE order_uuid = $1', [uuid]);
    const debits = await this.shop.db.query(
      `SELECT FROM ledger_entries JOIN orders USING (account_id, order_id)
       WHERE order_uuid = $1 AND kind = 'debit'`,
      [uuid],
    );
    return [orders.length, debits.length];
  }

  /** Orders while the next two requests fail, and then none. */
  async expectOneOnceOver(fault: Fault): Promise<void> {
    const uuid = crypto.randomUUID();
    this.break(uuid, [fault, fault], 'none');
    expect(await this.ordered(uuid)).toMatchObject({
      kind: 'waiting',
      uuid,
      order: { price: '1.5' },
    });
  }

  /** Orders while all requests fail. */
  async expectKnownOutcome(fault: Fault): Promise<void> {
    const uuid = crypto.randomUUID();
    this.break(uuid, [], fault);
    const { kind } = await this.ordered(uuid);
    if (fault !== 'late') expect(kind).toBe(ARRIVES.includes(fault) ? 'waiting' : 'sealed');
  }

  /** The faults of the next requests of newOrder, then of all others. Time is over for one that hangs once it ordered. */
  private break(uuid: string, faults: readonly Fault[], last: Fault): void {
    const left = [...faults];
    this.proxy.choose = (path) => {
      if (!path.includes('/newOrder/')) return 'none';
      const fault = left.shift() ?? last;
      if (fault === 'hang') {
        void until(async () => (await this.madeBy(uuid))[0] > 0).then(() => {
          this.clock.expire();
        });
      }
      return fault;
    };
  }

  private async ordered(uuid: string): Promise<OrderResult> {
    const { client, productId } = this;
    const result = await client.order({ productId }, { uuid, isNew: true, deadlineMs: 5_000 });
    await this.proxy.idle();
    const made = result.kind === 'waiting' ? [1, 1] : [0, 0];
    expect([result, await this.madeBy(uuid)]).toEqual([result, made]);
    return result;
  }
}
