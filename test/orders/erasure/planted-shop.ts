import { randomUUID } from 'node:crypto';
import { SearchIndex } from '../../../src/orders/search/search-index.service.js';
import { API } from '../../support/book-pages.js';
import type { TestOperator } from '../../support/test-operator.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { fresh } from '../../support/worker-shop.js';

/** Asks for an order of a product with what a player has typed. */
export const pathOf = (product: number, uuid: string, player: string, more = '') =>
  `${API}/newOrder/${product}/params?order_uuid=${uuid}&playerId=${player}&zone=7${more}`;

interface Answered {
  readonly data: { readonly order_id: string };
}

/** An order, and what it was placed with. */
export interface PlantedOrder {
  readonly id: string;
  readonly product: number;
  readonly uuid: string;
}

/** Brings a player id into a shop in every way in which a shop may store one. */
export class PlantedShop {
  constructor(
    private readonly shop: TestShop,
    private readonly owner: TestOperator,
    readonly account: TestAccount,
    private readonly product: number,
  ) {}

  static async in(shop: TestShop, owner: TestOperator): Promise<PlantedShop> {
    const account = await shop.account({ balance: '1000' });
    const product = await shop.product({ price: '2', fields: ['playerId', 'zone'] });
    const webhook = { url: 'http://127.0.0.1:9/none' };
    const { status } = await owner.ask(`PUT accounts/${account.id}/webhook`, { body: webhook });
    expect(status).toBe(200);
    return new PlantedShop(shop, owner, account, product);
  }

  async placed(player: string, more = '', product = this.product): Promise<PlantedOrder> {
    const uuid = randomUUID();
    const { json } = await this.account.api(pathOf(product, uuid, player, more));
    return { id: (json as Answered).data.order_id, product, uuid };
  }

  /** Orders of all kinds: accepted with a code, out of stock, rejected, and paid back in part. */
  async plant(player: string): Promise<PlantedOrder[]> {
    const { shop, account } = this;
    const stock = fresh('stock');
    await this.ask(`POST stocks/${stock}/codes`, { codes: [fresh(`STOCK-${player}`)] });
    const fulfillment = [{ handler: 'codes', settings: { stock } }];
    const sold = await shop.product({ price: '1', fields: ['playerId', 'zone'], fulfillment });
    const accepted = await this.placed(player, `&nick=${player}`);
    await this.decide(accepted, 'accept', {
      codes: [fresh(`CODE-${player}`)],
      note: `of ${player}`,
    });
    const rejected = await this.placed(player);
    await this.decide(rejected, 'reject', { reason: `no player ${player}`, note: player });
    const reversed = await this.placed(player);
    await this.decide(reversed, 'accept', {});
    const part = { amount: '0.5', reason: `half for ${player}`, reference: randomUUID() };
    await this.decide(reversed, 'reversals', part);
    const delivered = await this.placed(player, '', sold);
    await this.indexed();
    const ids = [account.id, rejected.id, player];
    await shop.db.query(FULFILLMENT, ids);
    await shop.db.query(REFUSAL, [account.id, `no player ${player}`]);
    await shop.db.query(FAILED_EVENT, [rejected.id, `no player ${player}`]);
    await shop.db.query(WEBHOOK_MESSAGE, ids);
    return [accepted, rejected, reversed, delivered];
  }

  /** A purchase for an order whose supplier has told of the player. */
  async plantPurchase({ id }: PlantedOrder, player: string): Promise<void> {
    const [supplier, attempt, unneeded] = PURCHASE;
    await this.shop.db.query(supplier!);
    const values = [this.account.id, id, `no player ${player}`];
    await this.shop.db.query(attempt!, values);
    await this.shop.db.query(unneeded!, values);
  }

  /** Indexes until nothing is left to do. */
  async indexed(): Promise<void> {
    const index = this.shop.service(SearchIndex);
    while ((await index.changes()) > 0);
    await index.step(this.account.id);
  }

  decide({ id }: PlantedOrder, what: string, body: object): Promise<void> {
    return this.ask(`POST orders/${id}/${what}`, body);
  }

  private async ask(route: string, body: object): Promise<void> {
    const { status, text } = await this.owner.ask(route, { body, key: randomUUID() });
    expect([route, text, status < 300]).toEqual([route, text, true]);
  }
}

const FULFILLMENT = `
  INSERT INTO fulfillments (account_id, order_id, steps, note, closed) VALUES ($1, $2, '[]', $3, true)
  ON CONFLICT (account_id, order_id) DO UPDATE SET note = excluded.note`;

/** Of a supplier whose token nobody can read. */
const PURCHASE = [
  `INSERT INTO suppliers (name, base_url, sealed_token) VALUES ('acme', '', '') ON CONFLICT DO NOTHING`,
  `INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product, refusal)
   SELECT $1, $2, id, 1, $3 FROM suppliers LIMIT 1`,
  `INSERT INTO unneeded_purchases (account_id, order_id, supplier_id, supplier_product, note)
   SELECT account_id, order_id, supplier_id, supplier_product, $3 FROM supplier_attempts
   WHERE account_id = $1 AND order_id = $2`,
];

const REFUSAL = `
  INSERT INTO order_refusals (id, at, account_id, code, reason, request_id)
  VALUES (gen_random_uuid(), now(), $1, 600, $2, 'x')`;

const FAILED_EVENT = `
  INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
  VALUES ('acme', 'sink', 'evt_' || gen_random_uuid(), 'order.rejected',
          '{"id":"evt_1","data":{"orderId":' || to_json($1::text) || ',"reason":' || to_json($2::text) || '}}', 1, 'x')`;

const WEBHOOK_MESSAGE = `
  INSERT INTO webhook_messages (account_id, order_id, message_id, event_type, receiver, attempts, failure)
  VALUES ($1, $2, 'msg_planted', 'order.rejected', 'http://a.example', 1, $3)`;
