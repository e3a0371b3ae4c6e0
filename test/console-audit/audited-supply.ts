import { CodeImportService } from '../../src/fulfillment/codes/code-import.service.js';
import { SHOP_USES } from '../../src/extensions/shop/shop-use.js';
import { SupplierService } from '../../src/fulfillment/upstream/supplier/supplier.service.js';
import { PickedSupplier } from '../support/picked-supplier.js';
import type { TestShop } from '../support/test-shop.js';

/** A stock whose name has everything that is hard to show. */
export const STOCK = 'شدات 60/<UC> & WithoutAnySpaces'.padEnd(90, 'Long');
export const SUPPLIER = 'مورّد-WithALongNameWithoutSpaces';

export const REACHED_SUPPLIER = 'acme';

/**
 * Stocks, a supplier that cannot be reached and one that can, recipients, the mail server, an extension and its failed events.
 * @returns the supplier that can be reached, which runs until it is closed
 */
export async function addSupply(shop: TestShop): Promise<PickedSupplier> {
  const codes = shop.service(CodeImportService);
  await codes.import(STOCK, linesOf(['A-1', 'A-2', 'A-3']), { dryRun: false });
  await codes.import('uc60', linesOf(['B-1']), { dryRun: false });
  // Held back, as after a restore.
  await shop.db.query(
    `UPDATE code_stocks SET held_through = (SELECT min(id) FROM stock_codes WHERE stock = name)`,
  );
  const suppliers = shop.service(SupplierService);
  await suppliers.add(SUPPLIER, 'http://127.0.0.1:1', { token: 't'.repeat(64) });
  await suppliers.probe(SUPPLIER);
  await addNotifications(shop);
  await addExtension(shop);
  return PickedSupplier.start(shop, REACHED_SUPPLIER);
}

async function addNotifications({ db }: TestShop): Promise<void> {
  await db.query(
    `INSERT INTO notification_recipients (name, kind, address, topics, overdue_minutes, last_error)
       VALUES ('night-shift', 'email', $1, '{order.waiting,order.overdue,stock.low}', 30, $2)`,
    [`${'long'.repeat(15)}@a.example`, 'The mail server said: 550 <unknown> mailbox'],
  );
  await db.query(
    `INSERT INTO mail_server (id, host, port, security, username, sender)
       VALUES (1, $1, 587, 'starttls', 'souk', 'souk@shop.example')`,
    [`mail.${'subdomain.'.repeat(8)}example`],
  );
}

async function addExtension({ db }: TestShop): Promise<void> {
  await db.query(
    `INSERT INTO extensions (name, version, ports, uses, deposits_a_day)
       VALUES ('gone-for-long', '1.2.3', '{"checks": ["limit"], "listeners": ["sink"]}', $1, 12500.5)`,
    [SHOP_USES],
  );
  await db.query(
    `INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
       VALUES ('gone-for-long', 'sink', gen_random_uuid(), 'order.placed', '{}', 3, $1)`,
    ['no answer within 10 seconds from https://a.example/<path>'],
  );
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  await Promise.resolve();
  yield* lines;
}
