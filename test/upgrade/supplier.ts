import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltVersion } from '../../bench/git-version.js';
import { deliveredOrders } from '../chaos/shop/codes.js';
import { ScriptedShop, type Call, type Reply } from '../support/scripted-shop.js';
import type { TestDatabase } from '../support/test-database.js';
import { commands } from './releases.js';

/** Under this name, and with this product, it is bought from. */
export const BOUGHT_FROM = { supplier: 'acme', product: 7 } as const;

const BOUGHT = `
  SELECT attempt_uuid AS key, order_id AS id FROM supplier_attempts JOIN orders USING (account_id, order_id)
  WHERE status = 'accept'`;

/** A supplier that accepts each order when it is asked for it, and has one for each key. */
export class Supplier {
  /** The ids of its orders, by their keys. */
  private readonly orders = new Map<string, string>();

  private constructor(private readonly shop: ScriptedShop) {
    shop.answer = (call) => this.answerTo(call);
  }

  /** Starts it. */
  static async open(): Promise<Supplier> {
    return new Supplier(await ScriptedShop.start());
  }

  /** Starts it, and names it to the shop. */
  static async start(db: TestDatabase, version: BuiltVersion): Promise<Supplier> {
    const supplier = await Supplier.open();
    const folder = await mkdtemp(join(tmpdir(), 'souk-upgrade-'));
    const token = join(folder, 'token');
    await writeFile(token, 'secret');
    const words = ['supplier', 'add', BOUGHT_FROM.supplier, supplier.url, '--token-file', token];
    await commands(db, version, words);
    await rm(folder, { recursive: true });
    return supplier;
  }

  get url(): string {
    return this.shop.url;
  }

  /** How many orders it has. */
  get count(): number {
    return this.orders.size;
  }

  /** Each of its orders has been delivered to one of ours, with its code. */
  async faults(db: TestDatabase): Promise<string[]> {
    const delivered = new Map(
      (await deliveredOrders(db)).map(({ order_id: id, codes }) => [id, codes.join()]),
    );
    const rows = await db.query<{ key: string; id: string }>(BOUGHT);
    const bought = new Map(rows.map(({ key, id }) => [key, delivered.get(id)]));
    return [...this.orders]
      .filter(([key, theirs]) => bought.get(key) !== codeOf(theirs))
      .map(([key]) => `what was bought under ${key} was not delivered once`);
  }

  close(): Promise<void> {
    return this.shop.close();
  }

  private answerTo({ route, query }: Call): Reply {
    if (route === 'products') return [{ id: BOUGHT_FROM.product, name: '60 UC', price: 1 }];
    if (route === 'profile') return { status: 'OK', balance: '100000' };
    const key = query.get('order_uuid');
    if (key !== null) {
      const id = this.orders.get(key) ?? `ACME-${this.orders.size + 1}`;
      this.orders.set(key, id);
      return { status: 'OK', data: { order_id: id, status: 'wait', price: 1, replay_api: null } };
    }
    const asked = new Set(query.get('orders')?.replace(/[[\]]/g, '').split(','));
    const data = [...this.orders]
      .filter(([key, id]) => asked.has(key) || asked.has(id))
      .map(([key, id]) => ({
        ...{ order_id: id, order_uuid: key, status: 'accept', quantity: 1, price: '1' },
        replay_api: [codeOf(id)],
      }));
    return { status: 'OK', data };
  }
}

function codeOf(id: string): string {
  return `CODE-OF-${id}`;
}
