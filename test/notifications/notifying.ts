import type { PeriodicTask } from '../../src/common/periodic-task.js';
import { Database } from '../../src/database/database.js';
import { PictureFetching } from '../../src/fulfillment/upstream/pictures/picture-fetching.service.js';
import { SupplierWatch } from '../../src/fulfillment/upstream/supplier-watch.js';
import { NotificationRound } from '../../src/notifications/watch/notification-round.service.js';
import { NotificationWatch } from '../../src/notifications/watch/notification-watch.js';
import {
  Recipients,
  type CreatedRecipient,
  type NewRecipient,
} from '../../src/notifications/recipients/recipients.service.js';
import { TOPIC_NAMES } from '../../src/notifications/topics.js';
import type { TestShop } from '../support/test-shop.js';

/** A message as its job holds it. */
export interface WrittenNotice {
  readonly recipient: string;
  readonly type: string;
  readonly data: Record<string, unknown> & { count: number };
}

/**
 * Ends what the shop does by itself every some seconds. A round of its own between two statements of a spec would tell
 * what the spec has just made, and the spec's round nothing; a look at a supplier that is not there would note a failure.
 */
export async function endOwnRounds(shop: Pick<TestShop, 'service'>): Promise<void> {
  for (const watch of [NotificationWatch, SupplierWatch, PictureFetching]) {
    await (shop.service<object>(watch) as { task: PeriodicTask }).task.stop();
  }
}

/** Leaves nothing to tell, and nobody to be told. */
export async function nothingToTell({ db }: TestShop): Promise<void> {
  await db.query(`
    DELETE FROM notification_recipients;
    DELETE FROM notification_cursors;
    DELETE FROM notification_conditions;
    DELETE FROM code_stocks;
    DELETE FROM suppliers;
    DELETE FROM pgboss.job WHERE name = 'notification';
    UPDATE orders SET rehearsal = true WHERE NOT rehearsal;
    UPDATE accounts SET orders_halted_at = NULL, orders_halted_reason = NULL, low_balance = 0
    WHERE orders_halted_at IS NOT NULL OR low_balance > 0`);
}

/** A recipient of all topics, unless said otherwise. */
export function recipient(
  shop: Pick<TestShop, 'service'>,
  given: Partial<NewRecipient> & Pick<NewRecipient, 'name'>,
): Promise<CreatedRecipient> {
  const usual = {
    kind: 'email',
    address: `${given.name}@shop.example`,
    overdueMinutes: 30,
    language: null,
  } as const;
  const whole = { ...usual, topics: TOPIC_NAMES, ...given };
  return shop
    .service(Database)
    .transaction((manager) => shop.service(Recipients).create(manager, whole));
}

/** Tells somebody no more. */
export function removeRecipient(shop: Pick<TestShop, 'service'>, name: string): Promise<void> {
  return shop
    .service(Database)
    .transaction((manager) => shop.service(Recipients).remove(manager, name));
}

/** Makes orders, and what else has just begun, older, as if so much time had passed. */
export async function age({ db }: TestShop, minutes: number): Promise<void> {
  const past = [`${minutes} minutes`];
  await db.query('UPDATE orders SET created_at = created_at - $1::interval', past);
  await db.query('UPDATE fulfillments SET updated_at = updated_at - $1::interval', past);
  await db.query(
    `UPDATE notification_cursors SET told_until = told_until - $1::interval
     WHERE isfinite(told_until)`,
    past,
  );
}

/** Runs a round, whenever the last one was. @returns the messages that it has written */
export async function round(shop: TestShop): Promise<WrittenNotice[]> {
  await shop.db.query('DELETE FROM pgboss.job WHERE name = $1', ['notification']);
  await shop.db.query("UPDATE notification_rounds SET looked_at = '-infinity'");
  await shop.service(NotificationRound).run();
  return written(shop);
}

/** The messages that were written since the last round, by recipient and type. */
export async function written({ db }: TestShop): Promise<WrittenNotice[]> {
  const rows = await db.query<{ data: { recipient: string; type: string; body: string } }>(
    `SELECT data FROM pgboss.job WHERE name = 'notification' AND data ->> 'attempt' = '1'
     ORDER BY data ->> 'recipient', data ->> 'type'`,
  );
  return rows.map(({ data: { recipient: name, type, body } }) => {
    const { data } = JSON.parse(body) as Pick<WrittenNotice, 'data'>;
    return { recipient: name, type, data };
  });
}
