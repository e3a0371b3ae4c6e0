import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { SecretBox } from '../../../src/common/secret-box.js';
import { DeliveredCodes } from '../../../src/orders/delivered-codes.js';
import { OrderIds } from '../../../src/orders/placement/order-id.js';
import { SearchValues } from '../../../src/orders/search/search-values.js';
import type { TestShop } from '../test-shop.js';
import { AccountChain } from './account-chain.js';
import { bytes, CopiedTable } from './copied-table.js';
import { canonicalTime, FilledOrder, type OwnPart } from './filled-order.js';
import { makeTemplates, type OrderFate, type OrderTemplates } from './order-template.js';

/** What a shop is filled with. */
export interface PlannedOrder {
  readonly accountId: number;
  readonly product: { readonly id: number; readonly name: string };
  readonly player: string;
  readonly fate: OrderFate;
  readonly placedMs: number;
  /** The id and the key of an order that somebody asks for by these. */
  readonly named?: { readonly orderId: string; readonly orderUuid: string };
}

/** Orders whose rows are in memory at the same time. */
const BATCH = 2_000;

/** Tables whose triggers would hash, note and count each row, which is done here. */
const TABLES_WITHOUT_TRIGGERS = ['orders', 'ledger_entries', 'account_events'] as const;

/**
 * Fills a running shop with orders by COPY, in the form that its services write: all rows of an order are those of one that the shop
 * has taken, closed, delivered or reversed itself. Ledgers and events are chained, codes encrypted, and what orders are
 * searched by is there. Each account goes on where it stands.
 * @param client of the owner of the tables.
 * @param plan of the order of each number from 1 to `count`.
 */
export async function fillOrders(
  shop: TestShop,
  client: Client,
  count: number,
  plan: (number: number) => PlannedOrder,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  await client.query("SET TIME ZONE 'UTC'; SET souk.audit_entry = 'off'");
  const templates = await makeTemplates(shop, client);
  await switchTriggers(client, 'DISABLE');
  const filling = new Filling(shop, client, templates, await endsOf(client));
  let written: Promise<void> = Promise.resolve();
  for (let number = 1; number <= count; number++) {
    filling.add(plan(number));
    if (number % BATCH > 0 && number < count) continue;
    const rows = filling.take();
    await written;
    written = filling.write(rows);
    if (number % (100 * BATCH) === 0) say(`  ${number} of ${count} orders`);
  }
  await written;
  await filling.end();
  await switchTriggers(client, 'ENABLE');
}

async function switchTriggers(client: Client, to: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const table of TABLES_WITHOUT_TRIGGERS) {
    await client.query(`ALTER TABLE ${table} ${to} TRIGGER USER`);
  }
}

/** Lines of COPY. */
type Lines = ReadonlyMap<CopiedTable, readonly string[]>;

/** Where new rows go on. */
interface Ends {
  readonly chains: ReadonlyMap<number, AccountChain>;
  /** The table of what orders are searched by. */
  readonly searched: CopiedTable;
  readonly lastCodeId: number;
}

async function endsOf(client: Client): Promise<Ends> {
  const { rows } = await client.query<{ last: string }>(
    'SELECT coalesce(max(id), 0) AS last FROM stock_codes',
  );
  return {
    chains: await AccountChain.all(client),
    searched: await CopiedTable.of(client, 'order_search_values'),
    lastCodeId: Number(rows[0]?.last),
  };
}

class Filling {
  private lines = new Map<CopiedTable, string[]>();
  private codeId: number;
  private placedMs = 0;
  private readonly ids = new OrderIds(undefined, () => this.placedMs);
  private readonly services: {
    readonly box: SecretBox;
    readonly codes: DeliveredCodes;
    readonly values: SearchValues;
  };

  constructor(
    shop: TestShop,
    private readonly client: Client,
    private readonly templates: OrderTemplates,
    private readonly ends: Ends,
  ) {
    this.codeId = ends.lastCodeId;
    this.services = {
      box: shop.service(SecretBox),
      codes: shop.service(DeliveredCodes),
      values: shop.service(SearchValues),
    };
  }

  add({ fate, named, ...planned }: PlannedOrder): void {
    const { orders, byFate } = this.templates;
    const [template, chain] = [byFate.get(fate), this.ends.chains.get(planned.accountId)];
    if (!template || !chain)
      throw new Error(`no template ${fate}, or no account ${planned.accountId}`);
    const codeId = fate === 'delivered' ? ++this.codeId : this.codeId;
    this.placedMs = planned.placedMs;
    const { orderId, orderUuid } = named ?? { orderId: this.ids.next(), orderUuid: randomUUID() };
    const own: OwnPart = { ...planned, orderId, orderUuid, code: `CODE-${codeId}`, codeId };
    const order = new FilledOrder(orders, template, own, chain, this.services);
    for (const { table, row } of order.rows()) this.line(table, row);
    this.search(own, order.deliveredCodes);
  }

  /** What was added since this was called before. */
  take(): Lines {
    const { lines } = this;
    this.lines = new Map();
    return lines;
  }

  async write(rows: Lines): Promise<void> {
    await this.client.query('BEGIN');
    // Others refer to orders.
    const { orders } = this.templates;
    const tables = [orders, ...[...rows.keys()].filter((table) => table !== orders)];
    for (const table of tables) {
      await table.write(this.client, Buffer.from((rows.get(table) ?? []).join('')));
    }
    await this.client.query('COMMIT');
  }

  async end(): Promise<void> {
    await AccountChain.save(this.client, this.ends.chains);
    await this.client.query("SELECT setval(pg_get_serial_sequence('stock_codes', 'id'), $1)", [
      Math.max(this.codeId, 1),
    ]);
  }

  private search(own: OwnPart, codes: readonly string[] | null): void {
    const [keyId] = this.services.values.keyIds;
    if (!keyId) return;
    const texts = [
      { kind: 'field', text: own.player } as const,
      ...(codes ?? []).map((text) => ({ kind: 'code', text }) as const),
    ];
    const { searched } = this.ends;
    for (const value of this.services.values.of(texts, keyId)) {
      const row = searched.columns.map(() => '');
      searched.set(row, 'account_id', String(own.accountId));
      searched.set(row, 'value', bytes(value));
      searched.set(row, 'created_at', canonicalTime(own.placedMs));
      searched.set(row, 'order_id', own.orderId);
      this.line(searched, row);
    }
  }

  private line(table: CopiedTable, row: readonly string[]): void {
    const lines = this.lines.get(table) ?? [];
    lines.push(`${row.join('\t')}\n`);
    this.lines.set(table, lines);
  }
}
