import fc from 'fast-check';
import { Random } from '../random.js';
import type { TestDatabase } from '../test-database.js';
import { usd } from './usd.js';

/** What is generated, and between which times. */
export interface SalesPlan {
  readonly orders: number;
  /** Of the orders, where they are not at random. */
  readonly times?: readonly number[];
  readonly accounts: readonly number[];
  readonly products: readonly number[];
  readonly suppliers: readonly number[];
  readonly seed: number;
}

export const GENERATED_FROM = '2026-01-01T00:00:00.000Z';
export const GENERATED_DAYS = 45;

const DAY_MS = 24 * 3600 * 1000;
const ROWS_PER_BATCH = 5_000;
const EDGE_ORDERS = 20;
/** Some orders are at its first moment, and some a millisecond before. */
export const EDGE_DAY = 8;

interface OrderRow {
  readonly account_id: number;
  readonly order_id: string;
  readonly product_id: number;
  readonly total: string;
  readonly status: 'wait' | 'accept' | 'reject';
  readonly rehearsal: boolean;
  readonly created_at: string;
}

interface Movement {
  readonly kind: 'deposit' | 'debit' | 'refund' | 'reversal' | 'adjustment';
  /** In units of 0.00000001 USD. */
  readonly units: bigint;
  readonly orderId: string | null;
  readonly time: number;
}

interface CostRow {
  readonly account_id: number;
  readonly order_id: string;
  readonly cost: string | null;
  readonly source: 'supplier' | 'product' | 'unknown';
  readonly supplier_id: number | null;
}

/** Rows of one run. Amounts are fast-check's, which prefers the smallest, the greatest and neighbors of both. */
class SalesRows {
  readonly orders: OrderRow[] = [];
  readonly costs: CostRow[] = [];
  private readonly movements = new Map<number, Movement[]>();
  private readonly random: Random;
  private readonly amounts: bigint[];

  constructor(private readonly plan: SalesPlan) {
    const { orders, seed } = plan;
    this.random = new Random(seed);
    const amount = fc.bigInt({ min: 0n, max: 10n ** 14n });
    this.amounts = fc.sample(amount, { numRuns: orders * 2, seed });
    for (const account of plan.accounts) {
      this.move(account, 'deposit', 10n ** 22n, null, Date.parse(GENERATED_FROM));
    }
    for (let number = 1; number <= orders; number++) this.addOrder(number);
  }

  /** The entries of the ledger, those of an account in their order. */
  *entries(): Generator<object, void> {
    for (const [account_id, movements] of this.movements) {
      let [sequence, balance] = [0, 0n];
      for (const { kind, units, orderId, time } of movements.sort((a, b) => a.time - b.time)) {
        sequence += 1;
        balance += units;
        const order_id = orderId;
        const moved = { kind, amount: usd(units), balance_after: usd(balance), order_id };
        yield { account_id, sequence, ...moved, created_at: new Date(time).toISOString() };
      }
    }
  }

  private addOrder(number: number): void {
    const { random, plan } = this;
    const account_id = random.pick(plan.accounts);
    const order_id = `ID_${number.toString(16).padStart(16, '0')}`;
    const units = random.chance(0.02) ? 0n : this.amount();
    const status = random.pick(['wait', 'accept', 'accept', 'accept', 'reject'] as const);
    const rehearsal = random.chance(0.05);
    const time = plan.times?.[number - 1] ?? this.time(number);
    this.orders.push({
      account_id,
      order_id,
      product_id: random.pick(plan.products),
      total: usd(units),
      status,
      rehearsal,
      created_at: new Date(time).toISOString(),
    });
    if (rehearsal) return;
    if (units > 0n) {
      this.move(account_id, 'debit', -units, order_id, time);
      if (status === 'reject') this.move(account_id, 'refund', units, order_id, this.after(time));
      if (status === 'accept' && random.chance(0.1))
        this.reverse(account_id, order_id, units, time);
    }
    if (random.chance(0.05)) this.move(account_id, 'adjustment', 7n, null, this.after(time));
    if (status === 'accept' && random.chance(0.9)) this.addCost(account_id, order_id);
  }

  /** Pays an accepted order back, in one or two parts. */
  private reverse(account: number, orderId: string, units: bigint, time: number): void {
    const part = this.random.chance(0.5) ? units : units / 3n;
    if (part > 0n) this.move(account, 'reversal', part, orderId, this.after(time));
    const rest = units - part;
    if (rest > 0n) this.move(account, 'reversal', rest, orderId, this.after(time));
  }

  private addCost(account_id: number, order_id: string): void {
    const { random, plan } = this;
    const source = random.pick(['supplier', 'product', 'unknown'] as const);
    const supplier_id = source === 'supplier' ? random.pick(plan.suppliers) : null;
    const cost = source === 'unknown' ? null : usd(this.amount());
    this.costs.push({ account_id, order_id, cost, source, supplier_id });
  }

  private amount(): bigint {
    return this.amounts.pop() ?? 1n;
  }

  /** The first orders are at the edges of one day, and many others at those of any day. */
  private time(number: number): number {
    const start = Date.parse(GENERATED_FROM);
    if (number <= EDGE_ORDERS) return start + EDGE_DAY * DAY_MS - (number % 2);
    const day = start + this.random.between(0, GENERATED_DAYS - 1) * DAY_MS;
    if (this.random.chance(0.1)) return day + this.random.pick([0, DAY_MS - 1]);
    return day + this.random.between(0, DAY_MS - 1);
  }

  private after(time: number): number {
    return time + this.random.between(1, 4 * DAY_MS);
  }

  private move(
    account: number,
    kind: Movement['kind'],
    units: bigint,
    orderId: string | null,
    time: number,
  ): void {
    const movements = this.movements.get(account) ?? [];
    movements.push({ kind, units, orderId, time });
    this.movements.set(account, movements);
  }
}

/** Fills a database with orders, their ledger entries and costs. The accounts must have no ledger entry yet. */
export async function insertGeneratedSales(db: TestDatabase, plan: SalesPlan): Promise<void> {
  await db.query('DROP INDEX IF EXISTS ledger_entries_order_key');
  const rows = new SalesRows(plan);
  await inBatches(rows.orders, (batch) => db.query(INSERT_ORDERS, [batch]));
  await inBatches(rows.entries(), (batch) => db.query(INSERT_ENTRIES, [batch]));
  await inBatches(rows.costs, (batch) => db.query(INSERT_COSTS, [batch]));
  await db.query(SET_BALANCES, [plan.accounts]);
  await db.query('ANALYZE');
}

async function inBatches(
  rows: Iterable<object>,
  insert: (batch: string) => Promise<unknown>,
): Promise<void> {
  let batch: object[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_PER_BATCH) continue;
    await insert(JSON.stringify(batch));
    batch = [];
  }
  if (batch.length > 0) await insert(JSON.stringify(batch));
}

const INSERT_ORDERS = `
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total,
                      field_schema, sent_fields, fields, extra_parameters, status, rehearsal,
                      decided_by, decided_at, created_at)
  SELECT account_id, order_id, order_id, product_id, '60 UC', total, 1, total, '[]', '[]', '{}', '[]', status,
         rehearsal, CASE WHEN status <> 'wait' THEN 'test' END,
         CASE WHEN status <> 'wait' THEN created_at END, created_at
  FROM json_to_recordset($1::json) AS one (account_id integer, order_id text, product_id integer,
    total numeric, status text, rehearsal boolean, created_at timestamptz)`;

const INSERT_ENTRIES = `
  INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, reference,
                              actor, note, created_at)
  SELECT account_id, sequence, kind, amount, balance_after, order_id,
         CASE WHEN kind = 'reversal' THEN 'reversal-' || sequence END, 'test', 'generated', created_at
  FROM json_to_recordset($1::json) AS one (account_id integer, sequence bigint, kind text,
    amount numeric(28,8), balance_after numeric(28,8), order_id text, created_at timestamptz)
  ORDER BY account_id, sequence`;

const INSERT_COSTS = `
  INSERT INTO order_costs (account_id, order_id, cost, source, supplier_id)
  SELECT account_id, order_id, cost, source, supplier_id
  FROM json_to_recordset($1::json) AS one (account_id integer, order_id text, cost numeric,
    source text, supplier_id integer)`;

const SET_BALANCES = `
  UPDATE accounts SET balance = last.balance_after, ledger_sequence = last.sequence
  FROM (SELECT DISTINCT ON (account_id) account_id, sequence, balance_after FROM ledger_entries
        ORDER BY account_id, sequence DESC) last
  WHERE accounts.id = last.account_id AND accounts.id = ANY ($1::integer[])`;
