import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { webhookSubscription } from '../account/webhooks/webhook-subscription.js';
import { RECORDED_LISTENERS } from '../events/recorded-listeners.js';
import { BatchedReads } from '../database/batched-reads.js';
import { Database } from '../database/database.js';
import type { Revisions } from '../database/revision/revisions.js';
import { QUEUED_LOCK_TIMEOUT_MS } from '../database/time-limits.js';
import { DeliveredCodes } from './delivered-codes.js';
import { Order, type KeyClaim, type OrderToInsert } from './order.entity.js';
import type { OrderAudience } from './order-events.js';
import { columnsOf, INSERT, rowOf, seenOf } from './order-rows.js';
import type { OrderStatus } from './rules/order-status.js';

/** The values that are written when an order is closed. */
export interface Closing {
  readonly status: OrderStatus;
  readonly codes: readonly string[] | null;
  readonly reasonForReseller: string | null;
  readonly note: string;
  readonly actor: string;
}

/** An order to place in the single statement, and the revisions of the data that it was checked against. */
export interface OrderToPlace {
  readonly order: OrderToInsert;
  readonly seen: Pick<Revisions, 'catalog' | 'access'>;
  /**
   * The order may be placed before this time only, because the check no longer holds then; in seconds since 1970, by the
   * clock of the database. Missing or Infinity if the check holds while the revisions are the same.
   */
  readonly checkHoldsUntil?: number | undefined;
}

/** The orders that wait to be fulfilled. */
export interface WaitingOrders {
  readonly count: number;
  /** Of the oldest one that is no test order; 0 if there is none. */
  readonly oldestSeconds: number;
}

/** The result of claiming an idempotency key. */
export interface Claim {
  /** True when the key was free and now belongs to this order. */
  readonly isNew: boolean;
  /** The access revision that is committed now. */
  readonly accessRevision: string;
  /** The clock of the database, in seconds since 1970. */
  readonly clock: number;
  /** True while the deadline of an earlier statement of the same request has not passed: it may still be executed. */
  readonly mayStillArrive: boolean;
}

/** A known idempotency key: it belongs to an order, or it is sealed and the order id is null. */
export interface KeyState {
  readonly orderUuid: string;
  readonly orderId: string | null;
}

/** Reads and writes orders and their idempotency keys. */
@Injectable()
export class OrderRepository {
  private readonly known = new BatchedReads<Omit<KeyClaim, 'orderId'>, boolean>(
    (keys) => this.areKnown(keys),
    ({ accountId }) => accountId,
  );

  constructor(
    private readonly database: Database,
    private readonly codes: DeliveredCodes,
  ) {}

  /**
   * Claims an idempotency key for a new order in the caller's transaction. If another transaction has claimed the same
   * key, this waits until that one has committed or rolled back.
   * @param deadline of an earlier statement that was sent to place the order and whose outcome is unknown; seconds
   * since 1970 by the clock of the database.
   */
  async claimKey(manager: EntityManager, key: KeyClaim, deadline?: number): Promise<Claim> {
    const rows = await manager.query<[Claim]>(CLAIM_KEY, [
      key.accountId,
      key.orderUuid,
      key.orderId,
      deadline ?? null,
    ]);
    return rows[0];
  }

  /**
   * Inserts and charges a batch of waiting orders in one statement. Each order is placed only if its revisions are
   * still the committed ones and its idempotency key is unknown. The statement commits by itself, even if it reaches
   * the database after its connection has broken, but not after the deadline.
   * @param deadline in seconds since 1970, by the clock of the database.
   * @param manager of the caller's transaction, which commits it then.
   * @returns the ids of the orders that were placed.
   */
  async placeAtOnce(
    batch: readonly OrderToPlace[],
    actor: string,
    deadline: number,
    manager?: EntityManager,
  ): Promise<ReadonlySet<string>> {
    const values = [
      JSON.stringify(batch.map((one) => ({ ...seenOf(one), ...rowOf(one.order) }))),
      actor,
      deadline,
    ];
    const rows = await (manager
      ? manager.query<[{ placed: string[] }]>(PLACE_AT_ONCE, values)
      : this.database.statement<[{ placed: string[] }]>(PLACE_AT_ONCE, values));
    return new Set(rows[0].placed);
  }

  /**
   * Inserts new orders. Those that are accepted at once are closed at the same time.
   * @throws TemporarilyUnavailableError (111) when an order has codes and there is no secret key to encrypt them
   */
  async insert(manager: EntityManager, orders: readonly OrderToInsert[]): Promise<void> {
    const rows = orders.map((order) => ({
      ...rowOf(order),
      ...columnsOf(order, this.codes.columnsForNew(order, order.deliveredCodes)),
    }));
    await manager.query(INSERT, [JSON.stringify(rows)]);
  }

  /**
   * Seals those of the idempotency keys that are unknown. The rows go into the table whose unique key orders use, so
   * the statement waits for a request that is just claiming one of them. The keys are sorted in the order in which
   * place_new_orders claims them, so that two statements cannot deadlock.
   * @returns the state of each key.
   */
  async sealKeys(accountId: number, orderUuids: readonly string[]): Promise<KeyState[]> {
    const sorted = orderUuids.toSorted((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    await this.database.statement(SEAL_KEYS, [accountId, sorted], { accountId, seals: true });
    return this.keys(this.database.manager, accountId, sorted);
  }

  /** Undefined if the key is unknown. */
  async findKey(
    manager: EntityManager,
    accountId: number,
    orderUuid: string,
  ): Promise<KeyState | undefined> {
    return (await this.keys(manager, accountId, [orderUuid]))[0];
  }

  /** True for a key that is committed. Concurrent callers share one statement. */
  isKnown({ accountId, orderUuid }: Omit<KeyClaim, 'orderId'>): Promise<boolean> {
    return this.known.ask({ accountId, orderUuid });
  }

  async findOne(manager: EntityManager, accountId: number, orderId: string): Promise<Order | null> {
    return this.decrypted(await manager.findOneBy(Order, { accountId, orderId }));
  }

  /** Finds an order of any account; for the operator. @param withCodes false leaves encrypted codes as they are. */
  async findById(orderId: string, withCodes: boolean): Promise<Order | null> {
    const order = await this.database.manager.findOneBy(Order, { orderId });
    return withCodes ? this.decrypted(order) : order;
  }

  /** Does not decrypt the codes, since no list shows them. */
  byIds(orderIds: readonly string[]): Promise<Order[]> {
    return this.database.manager.findBy(Order, { orderId: In([...orderIds]) });
  }

  async waiting(): Promise<WaitingOrders> {
    const [waiting] = await this.database.manager.query<[WaitingOrders]>(WAITING);
    return waiting;
  }

  /** Reads the order and locks its row until the end of the caller's transaction, so that it is closed once only. */
  lockById(manager: EntityManager, orderId: string): Promise<Order | null> {
    return manager.findOne(Order, { where: { orderId }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * @returns whether the account has a webhook, and the listeners of extensions.
   * @throws SecretKeyMissingError
   */
  async close(manager: EntityManager, order: Order, closing: Closing): Promise<OrderAudience> {
    const columns = this.codes.columnsFor(order, closing.codes);
    const [rows] = await manager.query<[OrderAudience[], number]>(CLOSE, [
      order.accountId,
      order.orderId,
      closing.status,
      columns.deliveredCodes,
      closing.note,
      closing.actor,
      columns.encryptedCodes,
      closing.reasonForReseller,
      columns.codeCommitments,
      columns.encryptedCodeSalts,
    ]);
    return rows[0] ?? { hasWebhook: false, listeners: [] };
  }

  /** Writes all codes of an order that the caller has locked. @returns whether its account has a webhook */
  async setCodes(manager: EntityManager, order: Order, codes: readonly string[]): Promise<boolean> {
    const { accountId, orderId } = order;
    const columns = this.codes.columnsFor(order, codes);
    const { encryptedCodes, codeCommitments, encryptedCodeSalts } = columns;
    const values = [accountId, orderId, encryptedCodes, codeCommitments, encryptedCodeSalts];
    const [rows] = await manager.query<[[OrderAudience], number]>(SET_CODES, values);
    return rows[0].hasWebhook;
  }

  private decrypted(order: Order | null): Order | null {
    return order && this.codes.decrypted(order);
  }

  private async areKnown(keys: readonly Omit<KeyClaim, 'orderId'>[]): Promise<boolean[]> {
    const rows = await this.database.manager.query<{ isKnown: boolean }[]>(ARE_KNOWN, [
      keys.map(({ accountId }) => accountId),
      keys.map(({ orderUuid }) => orderUuid),
    ]);
    return rows.map(({ isKnown }) => isKnown);
  }

  private keys(
    manager: EntityManager,
    accountId: number,
    orderUuids: readonly string[],
  ): Promise<KeyState[]> {
    return manager.query<KeyState[]>(FIND_KEYS, [accountId, orderUuids]);
  }
}

/** `lock_access_revision()` is called only for its lock, before all others; `place_new_orders` reads the revision itself. */
const PLACE_AT_ONCE = `
  SELECT place_new_orders($1, $2, to_timestamp($3::float8)) AS placed FROM lock_access_revision()`;

const CLAIM_KEY = `
  WITH access AS MATERIALIZED (
    SELECT lock_access_revision() AS revision
  ), claimed AS (
    INSERT INTO order_keys (account_id, order_uuid, order_id) SELECT $1, $2, $3 FROM access
    ON CONFLICT (account_id, order_uuid) DO NOTHING RETURNING 1
  )
  SELECT EXISTS (SELECT FROM claimed) AS "isNew", revision AS "accessRevision",
         extract(epoch FROM clock_timestamp())::float8 AS clock,
         coalesce(clock_timestamp() <= to_timestamp($4::float8), false) AS "mayStillArrive"
  FROM access`;

/** The reference of a key to its account waits while the row of the account is locked. */
const SEAL_KEYS = `
  WITH limits AS MATERIALIZED (
    SELECT set_config('lock_timeout', '${QUEUED_LOCK_TIMEOUT_MS}ms', true)
  )
  INSERT INTO order_keys (account_id, order_uuid, sealed_at)
  SELECT $1, unnest($2::text[]), now() FROM limits ON CONFLICT (account_id, order_uuid) DO NOTHING`;

const FIND_KEYS = `
  SELECT order_uuid AS "orderUuid", order_id AS "orderId" FROM order_keys
  WHERE account_id = $1 AND order_uuid = ANY ($2)`;

const ARE_KNOWN = `
  SELECT EXISTS (
    SELECT FROM order_keys WHERE account_id = asked.account_id AND order_uuid = asked.order_uuid) AS "isKnown"
  FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS asked (account_id, order_uuid, place)
  ORDER BY place`;

/** SQL of the columns of an `OrderAudience`, for a statement that changes orders. */
export const AUDIENCE = `
  EXISTS (${webhookSubscription('orders.account_id')}) AS "hasWebhook",
  (${RECORDED_LISTENERS}) AS listeners`;

const CLOSE = `
  UPDATE orders
  SET status = $3, delivered_codes = $4, decision_note = $5, decided_by = $6, decided_at = now(),
      sealed_codes = $7, reason_for_reseller = $8, code_commitments = $9, sealed_code_salts = $10
  WHERE account_id = $1 AND order_id = $2
  RETURNING ${AUDIENCE}`;

/** The trigger that has new codes indexed looks at orders that are closed only. */
const SET_CODES = `
  WITH noted AS (
    INSERT INTO order_search_changes (account_id, order_id) VALUES ($1, $2)
    ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = now(), texts_done = 0, failures = 0
  )
  UPDATE orders SET delivered_codes = NULL, sealed_codes = $3, code_commitments = $4, sealed_code_salts = $5
  WHERE account_id = $1 AND order_id = $2
  RETURNING ${AUDIENCE}`;

/** Both from the index of waiting orders; only the age of the oldest ones is read from the table. */
const WAITING = `
  SELECT (SELECT count(*) FROM orders WHERE status = 'wait')::integer AS count,
         coalesce(extract(epoch FROM now() - (
           SELECT created_at FROM orders WHERE status = 'wait' AND NOT rehearsal ORDER BY created_at LIMIT 1
         )), 0)::float8 AS "oldestSeconds"`;
