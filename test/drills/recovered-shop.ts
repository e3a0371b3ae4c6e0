import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, startServer } from '../chaos/server.js';
import { chaosShop, type ChaosShop } from '../chaos/shop/chaos-shop.js';
import { fillStock } from '../chaos/shop/codes.js';
import type { BookedOrder } from '../chaos/shop/order-book.js';
import { deliveriesEnded, sweep } from '../chaos/shop/sweep.js';
import { judgedFaults } from '../judge/judged-faults.js';
import type { Change } from '../judge/recorder.js';
import { FaultProxy, type Fault } from '../support/fault-proxy.js';
import type { Random } from '../support/random.js';
import type { ServerProcess } from '../support/server-process.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import type { PostgresServer } from './cluster.js';
import { Haproxy } from './haproxy.js';
import { databaseAt, Instances } from './instances.js';
import { orderLostAgain } from './lost-orders.js';
import { operatorDocument } from './operator-command.js';
import { OrderLoad } from './order-load.js';

const ACCOUNTS = 4;
/** More than a drill sells. */
const CODES = 5000;
const RECOVERY_LIMIT_MS = 60_000;

type Address = Pick<TestDatabase, 'url' | 'directUrl'>;

/** What the operator is told to settle. */
export interface Settlement {
  readonly stateOf: string;
}

interface Parts {
  readonly proxy: Haproxy;
  readonly shop: ChaosShop;
  readonly load: OrderLoad;
  readonly folder: string;
  readonly instances: Instances;
  readonly supplier: Supplier;
  /** The product that is bought from the supplier. */
  readonly product: number;
}

/** Two instances whose database goes back in time, and their supplier, whose database does not. */
export class RecoveredShop {
  /** To the supplier; set it to a fault and purchases wait. */
  supplierFault: Fault = 'none';
  private readonly resold: BookedOrder[] = [];

  private constructor(
    /** The server to which haproxy leads. */
    public primary: PostgresServer,
    private readonly parts: Parts,
  ) {}

  /** Runs a drill in such a shop, and removes the shop afterwards. The primary is removed with it. */
  static async run<T>(
    primary: PostgresServer,
    random: Random,
    drill: (shop: RecoveredShop) => Promise<T>,
  ): Promise<T> {
    const closing: (() => Promise<unknown>)[] = [() => primary.remove()];
    let recovered: RecoveredShop | undefined;
    try {
      const folder = await mkdtemp(join(tmpdir(), 'souk-recovered-'));
      closing.unshift(() => rm(folder, { recursive: true }));
      const proxy = await Haproxy.beforeDatabase(primary.port);
      closing.unshift(() => proxy.stop());
      const supplier = await Supplier.start(() => recovered?.supplierFault ?? 'none');
      closing.unshift(() => supplier.stop());
      const shop = await chaosShop(databaseAt(proxy.port), ACCOUNTS, CODES);
      const product = await resoldProduct(shop.db, supplier, folder);
      const instances = await Instances.start(proxy.port);
      closing.unshift(() => instances.stop());
      const load = new OrderLoad(shop, instances.baseUrls, random.fork());
      const parts = { proxy, shop, load, folder, instances, supplier, product };
      recovered = new RecoveredShop(primary, parts);
      return await drill(recovered);
    } finally {
      recovered?.load.close();
      for (const close of closing) await close();
    }
  }

  get proxy(): Haproxy {
    return this.parts.proxy;
  }

  get shop(): ChaosShop {
    return this.parts.shop;
  }

  get load(): OrderLoad {
    return this.parts.load;
  }

  /** For files of the operator. */
  get folder(): string {
    return this.parts.folder;
  }

  /** Orders products of the supplier. @returns the orders, which wait until the supplier has delivered. */
  async resell(count: number): Promise<readonly BookedOrder[]> {
    const orders = Array.from({ length: count }, (_, number) =>
      this.load.book.add(1, `${this.parts.product}/params?playerId=${number}`),
    );
    for (const order of orders) await this.load.clients[0]?.settle(order);
    this.resold.push(...orders);
    return orders;
  }

  /** Waits for the deliveries of resold orders, and lets their clients hear the codes. */
  async deliver(): Promise<string[]> {
    const uuids = new Set(this.resold.map(({ uuid }) => uuid));
    const faults = await deliveriesEnded(this.shop.db, [...uuids]);
    for (const order of this.load.book.orders.filter(({ uuid }) => uuids.has(uuid)))
      await this.load.clients[0]?.settle(order);
    return faults;
  }

  /** Runs a command of the operator. */
  souk<T>(address: Address, ...words: string[]): Promise<T> {
    return operatorDocument<T>(addressOf(address), ...words);
  }

  /** A file of lines for a command. */
  async file(lines: readonly string[]): Promise<string> {
    const path = join(this.folder, randomUUID());
    await writeFile(path, lines.join('\n'));
    return path;
  }

  /** Replaces the database by one of the past, in which new orders are closed. */
  goingBack<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.shop.recorder.changing([maintenance('orders')], work);
  }

  /** Ends the settling: releases the codes but for those of the list, and opens newOrder. */
  async settle(sold: readonly string[]): Promise<string[]> {
    const heardBefore = this.load.book.tally['130'] ?? 0;
    const { db } = this.shop;
    // Servers that are still connecting answer 111 before they know.
    await until(() => (this.load.book.tally['130'] ?? 0) > heardBefore);
    const faults: string[] = [];
    const words = ['codes', 'release', 'chaos', '--sold', await this.file(sold)];
    const { sold: marked } = await operatorDocument<{ sold: number }>(addressOf(db), ...words);
    if (marked === 0) faults.push('no code had been sold since');
    await this.shop.recorder.changing([maintenance('nothing')], () =>
      operatorDocument(addressOf(db), 'maintenance', 'off'),
    );
    const backMs = await this.load.nextAcknowledged(RECOVERY_LIMIT_MS);
    return backMs > RECOVERY_LIMIT_MS
      ? [...faults, 'no order after the end of maintenance']
      : faults;
  }

  /** Places again what was lost, and looks for everything that was done twice. */
  async sweep(): Promise<{
    readonly lost: number;
    readonly told: string;
    readonly faults: readonly string[];
  }> {
    await this.load.stop();
    const lost = await orderLostAgain(this, this.load);
    const faults = [...lost.faults, ...(await this.deliver())];
    faults.push(...(await deliveriesEnded(this.shop.db)));
    faults.push(...(await sweep(this.shop, this.load.book)));
    faults.push(...soldTwice([...lost.orders, ...this.load.book.orders]));
    faults.push(...this.load.book.open.map(({ uuid }) => `order ${uuid} was never settled`));
    const bought = await this.parts.supplier.bought();
    if (bought !== this.resold.length)
      faults.push(`the supplier has ${bought} orders of our ${this.resold.length}`);
    faults.push(...(await this.parts.instances.faults()));
    const again = judgedFaults(this.shop.recorder);
    faults.push(...again.faults);
    const told = `${lost.told}; of those ordered again: ${again.told}`;
    return { lost: lost.orders.length, told, faults };
  }
}

function maintenance(closed: string): Change {
  return { method: 'PUT', path: 'maintenance', body: { closed } };
}

/** Another shop, with a server and a database of its own, behind a line that can fail. */
class Supplier {
  private constructor(
    readonly shop: ChaosShop,
    readonly proxy: FaultProxy,
    private readonly server: ServerProcess,
  ) {}

  static async start(fault: () => Fault): Promise<Supplier> {
    const db = await createTestDatabase();
    const shop = await chaosShop(db, 1, CODES, (at, stock, count) =>
      fillStock(at, stock, count, 'theirs'),
    );
    const server = await startServer(addressOf(db));
    const proxy = await FaultProxy.start(server.baseUrl);
    proxy.choose = fault;
    return new Supplier(shop, proxy, server);
  }

  async bought(): Promise<number> {
    const [row] = await this.shop.db.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM orders',
    );
    return row?.count ?? 0;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.proxy.close();
    await this.shop.db.drop();
  }
}

/** A product that is bought from the supplier, which delivers a code of its own stock. */
async function resoldProduct(
  db: TestDatabase,
  { shop, proxy }: Supplier,
  folder: string,
): Promise<number> {
  const token = join(folder, 'token');
  await writeFile(token, shop.accounts[0]?.token ?? '');
  const words = ['supplier', 'add', 'theirs', proxy.url, '--token-file', token];
  await operatorDocument(addressOf(db), ...words);
  return new ShopRows(db).product({
    price: '2',
    type: 'package',
    fields: ['playerId'],
    fulfillment: [
      { handler: 'upstream', settings: { supplier: 'theirs', product: shop.products.codes } },
    ],
  });
}

/** Codes that clients heard under more than one order_uuid. */
function soldTwice(orders: readonly BookedOrder[]): string[] {
  const uuids = new Map<string, Set<string>>();
  for (const { uuid, codes } of orders) {
    for (const code of codes.flat()) uuids.set(code, (uuids.get(code) ?? new Set()).add(uuid));
  }
  return [...uuids].filter(([, keys]) => keys.size > 1).map(([code]) => `${code} was sold twice`);
}
