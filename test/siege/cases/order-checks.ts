import { fileURLToPath } from 'node:url';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { invariantFaults } from '../../support/invariants.js';
import { besieged, type Siege } from '../besieged.js';
import { answersInWords, limitStatuses } from '../figures.js';
import { apiRequest } from '../siege-shop.js';

const EXTENSION = fileURLToPath(new URL('../hostile-checks.js', import.meta.url));
/** As the check of the extension knows them. */
const HOSTILE = ['Hangs', 'Throws', 'Refused', 'Ends it'];
/** Honest accounts, each of which orders on a connection of its own. */
const HONEST = 12;
/** Connections of each hostile account. */
const CONNECTIONS = 2;
const SECONDS = 15;
/** Of an order beside checks that hang: a batch waits a second for one, and its second try as long for another. */
const SLOWEST_MS = 3_000;

/** Orders whose checks hang, throw, refuse and end the transaction, in batches with orders that pass. */
export const orderChecks = besieged(
  'orders whose check throws or is late',
  async (siege) => {
    const hostile = await accounts(siege, HOSTILE);
    const honest = await accounts(
      siege,
      Array.from({ length: HONEST }, (_, n) => `Pays ${n}`),
    );
    const { target, faults } = siege;
    const attacker = await target.attack('ask', {
      callers: CONNECTIONS * HOSTILE.length,
      requests: hostile.map((token) => [order(siege, token)]),
      total: Infinity,
      seconds: 10 * SECONDS,
    });
    const figures = await target.attacked('ask', {
      callers: HONEST,
      requests: honest.map((token) => [order(siege, token)]),
      total: Infinity,
      seconds: SECONDS,
    });
    const attacked = await attacker.stop();
    limitStatuses(faults, 'orders that pass', figures.statuses, ['200']);
    faults.limit('an order that passes', figures.slowestMs, SLOWEST_MS, 'ms');
    if (figures.answered < HONEST) faults.add('hardly an order that passes was answered');
    await judgeBooks(siege);
    return `orders that pass: ${answersInWords(figures)}; the others: ${answersInWords(attacked)}`;
  },
  Infinity,
  { SOUK_EXTENSIONS: EXTENSION },
);

async function accounts({ target }: Siege, names: readonly string[]): Promise<string[]> {
  const rows = new ShopRows(target.shop.db);
  const tokens: string[] = [];
  for (const name of names) tokens.push((await rows.account({ name, balance: '100000' })).token);
  return tokens;
}

function order({ target }: Siege, token: string): string {
  const { plain } = target.shop;
  return apiRequest(`newOrder/${plain}/params?playerId={n}&order_uuid={uuid}`, token);
}

/** Whoever did not pass has paid nothing, and each order is charged once. */
async function judgeBooks({ target, faults }: Siege): Promise<void> {
  const { db } = target.shop;
  for (const fault of await invariantFaults(db)) faults.add('the books', fault);
  const [row] = await db.query<{ count: number }>(ORDERS_OF, [HOSTILE]);
  if (row?.count !== 0) faults.add('orders that did not pass were placed', String(row?.count));
}

const ORDERS_OF = `
  SELECT count(*)::integer AS count FROM orders
  WHERE account_id IN (SELECT id FROM accounts WHERE name = ANY ($1))`;
