import { randomBytes } from 'node:crypto';
import { OrderedIds1795200000080 } from '../../../src/database/migrations/0080-ordered-ids.js';
import { NarrowIndexes1795200000084 } from '../../../src/database/migrations/0084-narrow-indexes.js';
import { WideIndexes1795200000085 } from '../../../src/database/migrations/0085-wide-indexes.js';
import { OrderIds } from '../../../src/orders/placement/order-id.js';
import { Faults } from '../../support/faults.js';
import { createTestDatabase } from '../../support/test-database.js';
import type { Scenario } from '../scenario.js';
import { bytesAnOrder, storedBytes, type StoredBytes } from './order-bytes.js';
import { fillOrders, type Forms } from './order-rows.js';

interface Growth {
  readonly stored: readonly StoredBytes[];
  readonly total: number;
  /** Of the write-ahead log, an order. */
  readonly logged: number;
}

const ids = new OrderIds();
const NOW: Forms = {
  newOrderId: () => ids.next(),
  ...{ hasSearchKeys: false, isDecidedLater: true },
};
const BEFORE: Forms & { readonly isBefore: boolean } = {
  newOrderId: () => `ID_${randomBytes(8).toString('hex')}`,
  ...{ hasSearchKeys: true, isDecidedLater: true, isBefore: true },
};

/** The same orders in the schema and with the ids of before migration 0080, and as they are made now; and some that are not written again. */
export const growth: Scenario = {
  title: 'what an order takes on disk',
  run: async (_random, { storedOrders: orders }, say) => {
    const before = await measured(orders, BEFORE, say);
    const now = await measured(orders, NOW, say);
    const once = await measured(orders, { ...NOW, isDecidedLater: false }, say);
    say(`bytes an order\n${table([before, now, once], orders)}`);
    const faults = new Faults();
    faults.limit('an order', now.total, before.total, 'bytes');
    const [was, is, single] = [before, now, once].map(({ total }) => total.toFixed(0));
    const did = `${orders} orders: ${is} bytes each, ${was} before; ${single} if written once`;
    return { did, faults: faults.list };
  },
};

async function measured(
  orders: number,
  forms: Forms & { readonly isBefore?: boolean },
  say: (line: string) => void,
): Promise<Growth> {
  const db = await createTestDatabase();
  try {
    if (forms.isBefore) {
      await new WideIndexes1795200000085().down(db);
      await new NarrowIndexes1795200000084().down(db);
      await new OrderedIds1795200000080().down(db);
    }
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

function table(all: readonly Growth[], orders: number): string {
  const relations = new Map(
    all.flatMap(({ stored }) => stored).map((one) => [keyOf(one), one] as const),
  );
  const rows = [...relations].map(([key, { index }]) => {
    const bytesIn = ({ stored }: Growth) => stored.find((one) => keyOf(one) === key)?.bytes ?? 0;
    return [index === null ? `\`${key}\`` : `- \`${key}\``, all.map(bytesIn)] as const;
  });
  const lines = [
    ...rows.map(([name, bytes]) =>
      lineOf(
        name,
        bytes.map((one) => one / orders),
      ),
    ),
    lineOf(
      'all but events',
      all.map(({ total }) => total),
    ),
    lineOf(
      'written to the log',
      all.map(({ logged }) => logged),
    ),
  ];
  const head = '| table, and its indexes | before | now | now, written once |';
  return [head, '| --- | --- | --- | --- |', ...lines].join('\n');
}

function lineOf(name: string, bytes: readonly number[]): string {
  return `| ${name} | ${bytes.map((one) => one.toFixed(0)).join(' | ')} |`;
}

function keyOf({ table, index }: StoredBytes): string {
  return index ?? table;
}
