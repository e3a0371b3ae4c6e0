import { commitmentsTo } from '../../src/common/commitment.js';
import {
  eventHash,
  NO_EVENT_HASH,
  type AccountEventType,
} from '../../src/account/events/event-hash.js';
import {
  committedTexts,
  entryHash,
  NO_ENTRY_HASH,
  type EntryTexts,
} from '../../src/account/ledger/ledger-hash.js';

export const ACCOUNT = 7;

/** As the database holds it: an entry of the ledger, whose columns a superuser may change. */
export interface HistoryEntry {
  sequence: string;
  kind: string;
  /** USD in units of the eighth decimal. */
  amount: bigint;
  balanceAfter: bigint;
  orderId: string | null;
  reference: string | null;
  note: string;
  actor: string;
  createdAt: string;
  commitments: string | null;
  salts: Buffer | null;
  /** An entry whose texts were not written for resellers. */
  isWithheld: boolean;
  previousHash: Buffer;
  hash: Buffer;
}

export interface HistoryEvent {
  number: string;
  type: AccountEventType;
  orderId: string;
  createdAt: string;
  /** Of a reversal. */
  amount: bigint | null;
  texts: string[] | null;
  salts: Buffer | null;
  commitments: string | null;
  previousHash: Buffer;
  hash: Buffer;
}

export interface HistoryOrder {
  orderId: string;
  uuid: string;
  productId: string;
  productName: string;
  quantity: string;
  unitPrice: string;
  total: bigint;
  fields: [string, string][];
  isTest: boolean;
  createdAt: string;
  status: 'wait' | 'accept' | 'reject';
  codes: string[] | null;
  reason: string | null;
  decidedAt: string | null;
}

export type EntryForm = 'old' | 'new';

const UNITS = 100_000_000n;

export const usd = (dollars: number): bigint => BigInt(Math.round(dollars * 100)) * (UNITS / 100n);

/** With 8 decimals. */
export function usdText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(9, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/**
 * The history of one account in memory, made with the hashes of the application and without a database. The same calls make
 * the same history.
 */
export class ReceiptHistory {
  readonly entries: HistoryEntry[] = [];
  readonly events: HistoryEvent[] = [];
  readonly orders = new Map<string, HistoryOrder>();
  private moments = 0;
  private salts = 0;

  constructor(readonly form: EntryForm) {}

  /** The time of the next transaction, a second and a microsecond after the last one. */
  tick(): string {
    const count = ++this.moments;
    const second = new Date(Date.UTC(2026, 0, 31, 12, 0, count)).toISOString().slice(0, 19);
    return `${second}.${String(count).padStart(6, '0')}Z`;
  }

  post(
    kind: string,
    amount: bigint,
    more: Partial<HistoryEntry> = {},
    createdAt = this.tick(),
  ): HistoryEntry {
    const last = this.entries.at(-1);
    const entry: HistoryEntry = {
      ...{ sequence: String(this.entries.length + 1), kind, amount, createdAt },
      ...{ balanceAfter: (last?.balanceAfter ?? 0n) + amount, orderId: null, reference: null },
      ...{ note: '', actor: 'api', commitments: null, salts: null, isWithheld: false },
      ...{ previousHash: last?.hash ?? NO_ENTRY_HASH, hash: NO_ENTRY_HASH },
      ...more,
    };
    const texts = committedTexts(this.textsOf(entry));
    if (this.form === 'new') {
      entry.salts = texts.length > 0 ? this.nextSalts(texts.length) : null;
      entry.commitments = commitmentsTo(texts, entry.salts ?? Buffer.alloc(0)) ?? '';
    }
    entry.hash = entryHash(entry.previousHash, this.textsOf(entry));
    this.entries.push(entry);
    return entry;
  }

  place(name: string, total: number, more: Partial<HistoryOrder> = {}): HistoryOrder {
    const createdAt = this.tick();
    const order: HistoryOrder = {
      ...{ orderId: `ID_${name}`, uuid: `uuid-${name}`, productId: '1001', productName: '60 UC' },
      ...{ quantity: '2.000000', unitPrice: `${(total / 2).toFixed(2)}0000000000000000` },
      ...{ total: usd(total), fields: [['playerId', `555${name}`]], isTest: false, createdAt },
      ...{ status: 'wait', codes: null, reason: null, decidedAt: null },
      ...more,
    };
    this.orders.set(order.orderId, order);
    this.note('placed', order, order.isTest ? [] : [JSON.stringify(order.fields)], createdAt);
    if (!order.isTest) this.post('debit', -order.total, { orderId: order.orderId }, createdAt);
    return order;
  }

  accept(order: HistoryOrder, codes: string[]): void {
    order.decidedAt = this.tick();
    order.status = 'accept';
    order.codes = codes;
    this.note('accepted', order, order.isTest ? [] : codes, order.decidedAt);
  }

  addCodes(order: HistoryOrder, type: 'codes' | 'late', codes: string[]): void {
    order.codes = [...(order.codes ?? []), ...codes];
    this.note(type, order, codes, this.tick());
  }

  reject(order: HistoryOrder, reason: string): void {
    const { orderId, total } = order;
    order.decidedAt = this.tick();
    order.status = 'reject';
    order.reason = reason;
    this.note('rejected', order, [reason], order.decidedAt);
    this.post('refund', total, { orderId, note: reason, actor: 'operator:1' }, order.decidedAt);
  }

  reverse({ orderId }: HistoryOrder, amount: bigint, [reference, note]: [string, string]): void {
    const at = this.tick();
    const order = this.orders.get(orderId)!;
    this.note('reversed', order, [reference, note], at, amount);
    this.post('reversal', amount, { orderId, reference, note, actor: 'operator:1' }, at);
  }

  /** Erases the fields of an order, as the shop does on request. */
  erase(order: HistoryOrder): void {
    order.fields = [];
    const placed = this.events.find(
      ({ type, orderId }) => type === 'placed' && orderId === order.orderId,
    )!;
    placed.texts = null;
    placed.salts = null;
  }

  private note(
    type: HistoryEvent['type'],
    { orderId }: HistoryOrder,
    texts: string[],
    createdAt: string,
    amount: bigint | null = null,
  ): void {
    const last = this.events.at(-1);
    const salts = texts.length > 0 ? this.nextSalts(texts.length) : null;
    const event: HistoryEvent = {
      ...{ number: String(this.events.length + 1), type, orderId, createdAt, amount },
      ...{ texts: salts && texts, salts, commitments: salts && commitmentsTo(texts, salts)! },
      ...{ previousHash: last?.hash ?? NO_EVENT_HASH, hash: NO_EVENT_HASH },
    };
    event.hash = eventHash(event.previousHash, this.eventTexts(event));
    this.events.push(event);
  }

  /** All that is hashed of an entry, as it stands now. */
  textsOf(entry: HistoryEntry): EntryTexts {
    const { amount, balanceAfter } = entry;
    return {
      ...entry,
      accountId: String(ACCOUNT),
      amount: usdText(amount),
      balanceAfter: usdText(balanceAfter),
    };
  }

  /** All that is hashed of an event, with the facts that its order has now. */
  eventTexts(event: HistoryEvent) {
    const { amount } = event;
    const order = this.orders.get(event.orderId)!;
    const { uuid, productId, productName, quantity, unitPrice, total, isTest } = order;
    const placed = [uuid, productId, productName, quantity, unitPrice, usdText(total)];
    const reversed = amount === null ? [] : [usdText(amount)];
    return {
      ...event,
      accountId: String(ACCOUNT),
      facts: event.type === 'placed' ? [...placed, String(isTest)] : reversed,
    };
  }

  /** Numbers, chains and hashes all entries and events anew, as whoever can write every table may do. */
  chainAnew(): void {
    let balance = 0n;
    let hash: Buffer = NO_ENTRY_HASH;
    this.entries.forEach((entry, index) => {
      balance += entry.amount;
      const [sequence, previousHash] = [String(index + 1), hash];
      Object.assign(entry, { sequence, previousHash, balanceAfter: balance });
      hash = entry.hash = entryHash(previousHash, this.textsOf(entry));
    });
    let previous: Buffer = NO_EVENT_HASH;
    this.events.forEach((event, index) => {
      Object.assign(event, { number: String(index + 1), previousHash: previous });
      previous = event.hash = eventHash(previous, this.eventTexts(event));
    });
  }

  /** Commits to the texts as they are now, and chains all anew, as the shop's host can. */
  commitAnew(): void {
    for (const entry of this.entries.filter(({ salts }) => salts !== null)) {
      entry.commitments = commitmentsTo(committedTexts(this.textsOf(entry)), entry.salts!)!;
    }
    for (const event of this.events.filter(({ salts }) => salts !== null)) {
      event.commitments = commitmentsTo(event.texts!, event.salts!)!;
    }
    this.chainAnew();
  }

  private nextSalts(count: number): Buffer {
    return Buffer.concat(Array.from({ length: count }, () => Buffer.alloc(16, ++this.salts)));
  }
}

/** Everything that can happen to an account, and two entries in a row whose texts are withheld. */
export function exampleHistory(form: EntryForm): ReceiptHistory {
  const history = new ReceiptHistory(form);
  const texts = { reference: 'inv-1', note: 'متجر 🎮 "=1+1"\r\n\t', actor: 'operator:1' };
  history.post('deposit', usd(500), texts);
  const first = history.place('a', 3.5);
  history.accept(first, ['AAAA-1', 'AAAA-2']);
  const second = history.place('b', 1.25);
  history.post('deposit', usd(40), { actor: 'operator:eve', isWithheld: true });
  history.post('deposit', usd(60), { actor: 'operator:eve', isWithheld: true });
  history.reject(second, 'no such player');
  const third = history.place('c', 10);
  history.accept(third, ['CCCC-1']);
  history.addCodes(third, 'codes', ['CCCC-2']);
  history.addCodes(third, 'late', ['CCCC-3']);
  history.reverse(third, usd(4.5), ['case-1', 'one code was used']);
  history.accept(history.place('t', 1, { isTest: true }), ['TEST']);
  history.post('adjustment', -usd(0.5), { reference: 'fee-1', note: 'fee', actor: 'operator:2' });
  history.place('d', 2);
  return history;
}
