import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options.js';
import { Database } from '../../../src/database/database.js';
import { READ_REVISIONS, type Revisions } from '../../../src/database/revision/revisions.js';
import type { DeliveredCodes } from '../../../src/orders/delivered-codes.js';
import type { OrderToInsert } from '../../../src/orders/order.entity.js';
import { OrderRepository } from '../../../src/orders/order.repository.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import type { TestDatabase } from '../../support/test-database.js';

const ACCOUNTS = 200;
const PRODUCTS = 100;
const ORDERS_PER_STATEMENT = 50;
/** As often as autovacuum would come to tables that grow so fast, at least. */
const ORDERS_BETWEEN_VACUUMS = 20_000;

/** How rows are made that differ from release to release. */
export interface Forms {
  newOrderId(): string;
  /** Keys were noted for the search of all accounts. */
  readonly hasSearchKeys: boolean;
  /** Such an order has a second version, which each index gets an entry of. */
  readonly isDecidedLater: boolean;
}

/** An order as a game shop has most of them: one field, a key that is a UUID, and the request that asked for it. */
function orderOf(accountId: number, number: number, orderId: string): OrderToInsert {
  const playerId = String(5_000_000_000 + number * 7);
  const label = 'Player ID';
  return {
    ...{ accountId, orderId, orderUuid: randomUUID() },
    ...{ productId: (number % PRODUCTS) + 1, productName: '60 Unknown Cash' },
    ...{ unitPrice: '0.89', quantity: '1', total: '0.89' },
    fieldSchema: [{ name: 'playerId', label, type: 'number', required: true }],
    sentFields: [['playerId', playerId]] as unknown as OrderToInsert['sentFields'],
    ...{ fields: { playerId }, extraParameters: [], via: [], rehearsal: false },
    ...{ callerAddress: '203.0.113.7', requestId: randomUUID() },
  } as unknown as OrderToInsert;
}

/** Places, accepts and indexes so many orders by the statements of the server, one after the other in time. */
export async function fillOrders(
  db: TestDatabase,
  orders: number,
  forms: Forms,
  say: (line: string) => void,
): Promise<void> {
  const rows = new ShopRows(db);
  const accounts: number[] = [];
  while (accounts.length < ACCOUNTS)
    accounts.push((await rows.account({ balance: '100000000' })).id);
  const settings = { url: db.directUrl, poolSize: 1, statementTimeout: false };
  const source = await new DataSource(dataSourceOptions(settings)).initialize();
  const repository = new OrderRepository(new Database(source), {} as DeliveredCodes);
  const [seen] = await db.query<Revisions & Record<string, unknown>>(READ_REVISIONS);
  if (!seen) throw new Error('there are no revisions');
  try {
    for (let done = 0; done < orders; done += ORDERS_PER_STATEMENT) {
      const batch = Array.from({ length: ORDERS_PER_STATEMENT }, (_, place) => {
        // A fifth of all orders is of one account.
        const account = place % 5 === 0 ? 0 : (done + place * 31) % ACCOUNTS;
        return orderOf(accounts[account] ?? 0, done + place, forms.newOrderId());
      });
      const placed = await repository.placeAtOnce(
        batch.map((order) => ({ order, seen })),
        'api',
        Date.now() / 1000 + 3600,
      );
      if (placed.size < batch.length) throw new Error('not all orders were placed');
      if (forms.isDecidedLater) await db.query(ACCEPT, [batch.map(({ orderId }) => orderId)]);
      await index(db, batch, forms);
      if (done % ORDERS_BETWEEN_VACUUMS === 0) {
        await db.query('VACUUM');
        say(`${done} orders`);
      }
    }
    await db.query('VACUUM ANALYZE');
  } finally {
    await source.destroy();
  }
}

const ACCEPT = `
  UPDATE orders SET status = 'accept', decided_by = 'operator:ada', decided_at = now()
  WHERE order_id = ANY ($1)`;

/** A value of an order is as long as those of the search, and as random. */
async function index(
  db: TestDatabase,
  batch: readonly OrderToInsert[],
  { hasSearchKeys }: Forms,
): Promise<void> {
  const columns = [
    batch.map(({ accountId }) => accountId),
    batch.map(({ orderId }) => orderId),
    batch.map(() => Buffer.concat([Buffer.alloc(4), randomBytes(16)])),
  ];
  await db.query(NOTE_VALUES, columns);
  if (!hasSearchKeys) return;
  const hashes = batch.map(({ orderUuid }) =>
    createHash('sha256').update(orderUuid).digest().subarray(0, 8),
  );
  await db.query(NOTE_KEYS, [columns[0], hashes]);
}

const NOTE_VALUES = `
  INSERT INTO order_search_values (account_id, value, created_at, order_id)
  SELECT account, value, now(), id FROM unnest($1::integer[], $2::text[], $3::bytea[]) AS one (account, id, value)
  ORDER BY account, value`;

const NOTE_KEYS = `
  INSERT INTO order_search_keys (account_id, key_hash)
  SELECT account, hash FROM unnest($1::integer[], $2::bytea[]) AS one (account, hash) ORDER BY hash`;
