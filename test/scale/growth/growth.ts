import { randomBytes } from 'node:crypto';
import { OrderedIds1795200000080 } from '../../../src/database/migrations/0080-ordered-ids.js';
import { OrderIds } from '../../../src/orders/placement/order-id.js';
import { Faults } from '../../support/faults.js';
import { createTestDatabase } from '../../support/test-database.js';
import type { Scenario } from '../scenario.js';
import { bytesAnOrder, storedBytes, type StoredBytes } from './order-bytes.js';
import { fillOrders, type Forms } from './order-rows.js';

/** What an order may take, without its events. */
const MAX_BYTES = 1_200;

interface Growth {
  readonly stored: readonly StoredBytes[];
  readonly total: number;
  /** Of the write-ahead log, an order. */
  readonly logged: number;
}

/** The same orders in the schema and with the ids of before migration 0080, and as they are made now. */
export const growth: Scenario = {
  title: 'what an order takes on disk',
  run: async (_random, { storedOrders: orders }, say) => {
    const ids = new OrderIds();
    const before = await measured(orders, BEFORE, say);
    const now = await measured(orders, { newOrderId: () => ids.next(), hasSearchKeys: false }, say);
    say(`bytes an order\n${table(before, now, orders)}`);
    const faults = new Faults();
    faults.limit('an order', now.total, MAX_BYTES, 'bytes');
    const did = `${orders} orders: ${now.total.toFixed(0)} bytes each, ${before.total.toFixed(0)} before`;
    return { did, faults: faults.list };
  },
};

const BEFORE: Forms & { readonly isBefore: boolean } = {
  newOrderId: () => `ID_${randomBytes(8).toString('hex')}`,
  hasSearchKeys: true,
  isBefore: true,
};

async function measured(
  orders: number,
  forms: Forms & { readonly isBefore?: boolean },
  say: (line: string) => void,
): Promise<Growth> {
  const db = await createTestDatabase();
  try {
    if (forms.isBefore) await new OrderedIds1795200000080().down(db);
    const [begin] = await db.query<{ at: string }>(LOG_POSITION);
    await fillOrders(db, orders, forms, say);
    const [log] = await db.query<{ bytes: number }>(LOGGED_SINCE, [begin?.at]);
    const stored = await storedBytes(db);
    const total = bytesAnOrder(stored, orders);
    return { stored, total, logged: (log?.bytes ?? 0) / orders };
  } finally {
    await db.drop();
  }
}

const LOG_POSITION = 'SELECT pg_current_wal_insert_lsn()::text AS at';
const LOGGED_SINCE =
  'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::float8 AS bytes';

function table(before: Growth, now: Growth, orders: number): string {
  const relations = new Map([...before.stored, ...now.stored].map((one) => [keyOf(one), one]));
  const rows = [...relations].map(([key, { table, index }]) => {
    const bytesIn = ({ stored }: Growth) => stored.find((one) => keyOf(one) === key)?.bytes ?? 0;
    return [
      index === null ? `\`${table}\`` : `- \`${index}\``,
      bytesIn(before) / orders,
      bytesIn(now) / orders,
    ] as const;
  });
  const sums = [
    ['all but events', before.total, now.total],
    ['written to the log', before.logged, now.logged],
  ] as const;
  const lines = [...rows, ...sums].map(
    ([name, ...bytes]) => `| ${name} | ${bytes.map((one) => one.toFixed(0)).join(' | ')} |`,
  );
  return ['| table, and its indexes | before | now |', '| --- | --- | --- |', ...lines].join('\n');
}

function keyOf({ table, index }: StoredBytes): string {
  return index ?? table;
}
