import { randomBytes, randomUUID } from 'node:crypto';
import type { AccountEventType } from '../../../src/account/events/event-hash.js';
import { committedTexts } from '../../../src/account/ledger/ledger-hash.js';
import { commitmentsTo, SALT_BYTES } from '../../../src/common/commitment.js';
import type { SecretBox } from '../../../src/common/secret-box.js';
import { aboutStock, CODE_HASH_PURPOSE } from '../../../src/fulfillment/codes/stock/code-hashes.js';
import type { DeliveredCodes } from '../../../src/orders/delivered-codes.js';
import type { AccountChain } from './account-chain.js';
import type { CopiedTable } from './copied-table.js';
import { bytes, bytesOf, NULL } from './copied-table.js';
import { SENT_PLAYER, TEMPLATE_STOCK, timeOf, type OrderTemplate } from './order-template.js';

/** What is its own of an order; all else is as in its template. */
export interface OwnPart {
  readonly accountId: number;
  readonly orderId: string;
  readonly orderUuid: string;
  readonly product: { readonly id: number; readonly name: string };
  /** Without characters that JSON or COPY would escape. */
  readonly player: string;
  readonly placedMs: number;
  /** It gets a code that no other order has. */
  readonly code: string;
  /** The id of the code in its stock. */
  readonly codeId: number;
}

export interface Secrets {
  readonly box: SecretBox;
  readonly codes: DeliveredCodes;
}

/** A row to be written. */
export interface WrittenRow {
  readonly table: CopiedTable;
  readonly row: readonly string[];
}

/** Makes the rows of an order after those of its template: the same columns, with what is its own, hashed and encrypted anew. */
export class FilledOrder {
  private readonly order: string[];
  private readonly codes: readonly string[] | undefined;

  constructor(
    private readonly orders: CopiedTable,
    private readonly template: OrderTemplate,
    private readonly own: OwnPart,
    private readonly chain: AccountChain,
    private readonly secrets: Secrets,
  ) {
    this.order = this.filled(orders, template.order);
    for (const column of ['fields', 'sent_fields']) {
      const text = orders.of(template.order, column);
      orders.set(this.order, column, text.replace(SENT_PLAYER, `"${own.player}"`));
    }
    this.codes = orders.of(template.order, 'sealed_codes') === NULL ? undefined : [own.code];
    if (this.codes) this.encryptCodes(this.codes);
  }

  rows(): WrittenRow[] {
    const others = this.template.rows.map(({ table, row }) => ({
      table,
      row: this.other(table, row),
    }));
    return [{ table: this.orders, row: this.order }, ...others];
  }

  /** What it is found by. */
  get deliveredCodes(): readonly string[] | null {
    return this.codes ?? null;
  }

  private other(table: CopiedTable, model: readonly string[]): string[] {
    const row = this.filled(table, model);
    if (table.name === 'ledger_entries') this.chainEntry(table, row);
    if (table.name === 'account_events') this.chainEvent(table, row);
    if (table.has('code_hash')) {
      const [hash] = this.secrets.box.hashes(this.own.code, CODE_HASH_PURPOSE);
      table.set(row, 'code_hash', bytes(hash));
    }
    if (table.has('sealed_code')) {
      const sealed = this.secrets.box.encrypt(this.own.code, aboutStock(TEMPLATE_STOCK));
      table.set(row, 'sealed_code', bytes(sealed));
      table.set(row, 'id', String(this.own.codeId));
    }
    return row;
  }

  /** Names and times. */
  private filled(table: CopiedTable, model: readonly string[]): string[] {
    const { accountId, orderId, orderUuid, product, placedMs } = this.own;
    const row = [...model];
    const values = {
      ...{ account_id: String(accountId), order_id: orderId, order_uuid: orderUuid },
      ...{ product_id: String(product.id), product_name: product.name },
    };
    for (const [column, value] of Object.entries(values)) {
      if (table.has(column)) table.set(row, column, value);
    }
    for (const column of ['request_id', 'attempt_uuid']) {
      if (table.has(column)) table.set(row, column, randomUUID());
    }
    if (table.has('supplier_order_id')) table.set(row, 'supplier_order_id', orderId);
    for (const place of table.times) {
      const text = model[place] ?? NULL;
      if (text === NULL) continue;
      row[place] = canonicalTime(placedMs + timeOf(text) - this.template.placedMs);
    }
    return row;
  }

  private encryptCodes(codes: readonly string[]): void {
    const { accountId, orderId } = this.own;
    const columns = this.secrets.codes.columnsFor({ accountId, orderId, rehearsal: false }, codes);
    this.orders.set(this.order, 'sealed_codes', bytes(columns.encryptedCodes));
    this.orders.set(this.order, 'code_commitments', bytes(columns.codeCommitments));
    this.orders.set(this.order, 'sealed_code_salts', bytes(columns.encryptedCodeSalts));
  }

  private chainEntry(table: CopiedTable, row: string[]): void {
    const given = table.of(row, 'reference');
    const reference = given === NULL ? null : this.reference;
    if (reference !== null) table.set(row, 'reference', reference);
    const texts = {
      accountId: String(this.own.accountId),
      kind: table.of(row, 'kind'),
      amount: table.of(row, 'amount'),
      orderId: this.own.orderId,
      reference,
      note: table.of(row, 'note'),
      actor: table.of(row, 'actor'),
      createdAt: table.of(row, 'created_at'),
    };
    const committed = committedTexts({ ...texts, sequence: '', balanceAfter: '', commitments: '' });
    const salts = saltsFor(committed);
    const commitments = commitmentsTo(committed, salts) ?? '';
    const entry = this.chain.addEntry({ ...texts, commitments });
    table.set(row, 'sequence', entry.sequence);
    table.set(row, 'balance_after', entry.balanceAfter);
    table.set(row, 'salts', salts.length === 0 ? NULL : bytes(salts));
    table.set(row, 'commitments', `\\\\x${commitments}`);
    table.set(row, 'previous_hash', bytes(entry.previousHash));
    table.set(row, 'entry_hash', bytes(entry.entryHash));
  }

  private chainEvent(table: CopiedTable, row: string[]): void {
    const type = table.of(row, 'type') as AccountEventType;
    const hasSalts = table.of(row, 'salts') !== NULL;
    const texts = hasSalts ? this.textsOf(type) : [];
    const salts = saltsFor(texts);
    const commitments = hasSalts ? commitmentsTo(texts, salts) : this.codeCommitments(table, row);
    const event = this.chain.addEvent({
      accountId: String(this.own.accountId),
      type,
      orderId: this.own.orderId,
      createdAt: table.of(row, 'created_at'),
      facts: this.factsOf(type, table.of(row, 'amount')),
      commitments: commitments ?? null,
    });
    table.set(row, 'number', event.number);
    if (hasSalts) table.set(row, 'salts', bytes(salts));
    table.set(row, 'commitments', commitments === undefined ? NULL : `\\\\x${commitments}`);
    table.set(row, 'previous_hash', bytes(event.previousHash));
    table.set(row, 'hash', bytes(event.hash));
  }

  /** Those of an event without salts: to the codes of the order, in hexadecimal. */
  private codeCommitments(table: CopiedTable, row: readonly string[]): string | undefined {
    if (table.of(row, 'commitments') === NULL) return undefined;
    return bytesOf(this.orders.of(this.order, 'code_commitments'))?.toString('hex');
  }

  private textsOf(type: AccountEventType): string[] {
    if (type === 'placed') return [this.orders.of(this.order, 'sent_fields')];
    if (type === 'rejected') return [this.orders.of(this.order, 'reason_for_reseller')];
    return [this.reference, this.note];
  }

  private factsOf(type: AccountEventType, amount: string): string[] {
    if (type === 'reversed') return [amount];
    if (type !== 'placed') return [];
    const fact = (column: string): string => this.orders.of(this.order, column);
    const facts = ['order_uuid', 'product_id', 'product_name', 'quantity', 'unit_price', 'total'];
    return [...facts.map(fact), fact('rehearsal') === 't' ? 'true' : 'false'];
  }

  /** Of a reversal. */
  private get reference(): string {
    return `reversal of ${this.own.orderId}`;
  }

  private get note(): string {
    const reversal = this.template.rows.find(
      ({ table, row }) => table.name === 'ledger_entries' && table.of(row, 'kind') === 'reversal',
    );
    return reversal ? reversal.table.of(reversal.row, 'note') : '';
  }
}

/** As it is hashed, and as PostgreSQL reads it: in UTC, with microseconds. */
export function canonicalTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000Z`;
}

let random = Buffer.alloc(0);

/** Taken from many random bytes at a time. */
function saltsFor(texts: readonly unknown[]): Buffer {
  const length = texts.length * SALT_BYTES;
  if (random.length < length) random = randomBytes(1 << 16);
  const salts = random.subarray(0, length);
  random = random.subarray(length);
  return salts;
}
