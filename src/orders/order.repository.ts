import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { webhookWish } from '../account/webhooks/webhook-wish.js';
import { Database } from '../database/database.js';
import type { Revisions } from '../database/revision/revisions.js';
import { DeliveredCodes } from './delivered-codes.js';
import { Order, type IdempotencyKey, type NewOrder, type OrderRef } from './order.entity.js';
import type { OrderStatus } from './rules/order-status.js';

/** Which orders a list holds, newest first. */
export interface OrderFilter {
  readonly status?: OrderStatus;
  readonly accountId?: number;
  readonly limit: number;
}

/** What closes an order. */
export interface Decision {
  readonly status: OrderStatus;
  readonly codes: readonly string[] | null;
  readonly note: string;
  readonly actor: string;
}

/** An order that is to be placed in one statement, and the revisions of what it was checked against. */
export interface OrderToPlace {
  readonly order: NewOrder;
  readonly seen: Pick<Revisions, 'catalog' | 'access'>;
}

/** What became of a try to claim a key. */
export interface Claim {
  /** Nobody had the key before. */
  readonly isNew: boolean;
  /** As committed now. */
  readonly accessRevision: string;
  /** True while a statement that was cut off may still be carried out. */
  readonly mayStillArrive: boolean;
}

/** What a caller's key has become: an order, or with null sealed. */
export interface KeyState {
  readonly orderUuid: string;
  readonly orderId: string | null;
}

/** Orders and the keys under which they were placed. */
@Injectable()
export class OrderRepository {
  constructor(
    private readonly database: Database,
    private readonly codes: DeliveredCodes,
  ) {}

  /**
   * Claims a caller's key for a new order in the caller's transaction. A request with the same key waits here until
   * the first one has committed or given up.
   * @param deadline of a statement that was to place the order and was cut off, by the clock of the database.
   */
  async claimKey(
    manager: EntityManager,
    key: IdempotencyKey,
    deadline?: number,
  ): Promise<Claim> {
    const rows = await manager.query<[Claim]>(CLAIM_KEY, [
      key.accountId,
      key.orderUuid,
      key.orderId,
      deadline ?? null,
    ]);
    return rows[0];
  }

  /**
   * Writes and charges waiting orders that cost something, each if all it was decided on is still so and its key is
   * unknown: one statement, one round trip. It commits by itself, even when it arrives long after its connection has
   * broken; but never after the deadline.
   * @param deadline by the clock of the database, in seconds since 1970.
   * @returns the ids of those that were written.
   */
  async placeAtOnce(
    batch: readonly OrderToPlace[],
    actor: string,
    deadline: number,
  ): Promise<ReadonlySet<string>> {
    const rows = await this.database.statement<[{ placed: string[] }]>(PLACE_AT_ONCE, [
      JSON.stringify(batch.map(rowOf)),
      actor,
      deadline,
    ]);
    return new Set(rows[0].placed);
  }

  /**
   * Writes a new order; one that is born accepted is decided at the same moment.
   * @throws TemporarilyUnavailableError (111) when it has codes and there is no key to keep them under
   */
  async insert(manager: EntityManager, order: NewOrder): Promise<void> {
    const decidedAt = order.decidedBy === null ? null : () => 'now()';
    const codes = this.codes.columnsForNew(order, order.deliveredCodes);
    await manager.insert(Order, { ...order, ...codes, decidedAt });
  }

  /**
   * Seals those of the keys that are unknown, in the unique key that orders use: a request in flight under one of
   * them is waited for. Sorted as place_orders does it, so that two requests never wait for each other.
   * @returns what each key is now.
   */
  async sealKeys(accountId: number, orderUuids: readonly string[]): Promise<KeyState[]> {
    const sorted = orderUuids.toSorted((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    await this.database.statement(SEAL_KEYS, [accountId, sorted]);
    return this.keys(this.database.manager, accountId, sorted);
  }

  /** Undefined for a key that is unknown. */
  async findKey(
    manager: EntityManager,
    accountId: number,
    orderUuid: string,
  ): Promise<KeyState | undefined> {
    return (await this.keys(manager, accountId, [orderUuid]))[0];
  }

  async findOne(manager: EntityManager, accountId: number, orderId: string): Promise<Order | null> {
    return this.opened(await manager.findOneBy(Order, { accountId, orderId }));
  }

  /** For the operator, who knows no account. */
  async findById(orderId: string): Promise<Order | null> {
    return this.opened(await this.database.manager.findOneBy(Order, { orderId }));
  }

  /** Without opening their codes, which no list shows. */
  list({ status, accountId, limit }: OrderFilter): Promise<Order[]> {
    return this.database.manager.find(Order, {
      where: {
        ...(status !== undefined && { status }),
        ...(accountId !== undefined && { accountId }),
      },
      order: { createdAt: 'DESC', orderId: 'ASC' },
      take: limit,
    });
  }

  countWaiting(): Promise<number> {
    return this.database.manager.countBy(Order, { status: 'wait' });
  }

  /** The order, locked until the caller's transaction ends: two decisions on it take turns. */
  lockById(manager: EntityManager, orderId: string): Promise<Order | null> {
    return manager.findOne(Order, { where: { orderId }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * @returns whether the account wants to be told.
   * @throws SecretKeyMissingError
   */
  async decide(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
    decision: Decision,
  ): Promise<boolean> {
    const { deliveredCodes, sealedCodes } = this.codes.columnsFor(
      { accountId, orderId },
      decision.codes,
    );
    const [rows] = await manager.query<[{ told: boolean }[], number]>(DECIDE, [
      accountId,
      orderId,
      decision.status,
      deliveredCodes,
      decision.note,
      decision.actor,
      sealedCodes,
    ]);
    return rows[0]?.told ?? false;
  }

  private opened(order: Order | null): Order | null {
    return order && this.codes.opened(order);
  }

  private keys(
    manager: EntityManager,
    accountId: number,
    orderUuids: readonly string[],
  ): Promise<KeyState[]> {
    return manager.query<KeyState[]>(FIND_KEYS, [accountId, orderUuids]);
  }
}

const PLACE_AT_ONCE = `
  SELECT place_orders($1, $2, to_timestamp($3::float8)) AS placed`;

const CLAIM_KEY = `
  WITH claimed AS (
    INSERT INTO order_keys (account_id, order_uuid, order_id) VALUES ($1, $2, $3)
    ON CONFLICT (account_id, order_uuid) DO NOTHING RETURNING 1
  )
  SELECT EXISTS (SELECT FROM claimed) AS "isNew", revision AS "accessRevision",
         coalesce(clock_timestamp() <= to_timestamp($4::float8), false) AS "mayStillArrive"
  FROM access_revision`;

const SEAL_KEYS = `
  INSERT INTO order_keys (account_id, order_uuid, sealed_at)
  SELECT $1, unnest($2::text[]), now() ON CONFLICT (account_id, order_uuid) DO NOTHING`;

const FIND_KEYS = `
  SELECT order_uuid AS "orderUuid", order_id AS "orderId" FROM order_keys
  WHERE account_id = $1 AND order_uuid = ANY ($2)`;

const DECIDE = `
  UPDATE orders
  SET status = $3, delivered_codes = $4, decision_note = $5, decided_by = $6, decided_at = now(),
      sealed_codes = $7
  WHERE account_id = $1 AND order_id = $2
  RETURNING EXISTS (${webhookWish('orders.account_id')}) AS told`;

/** The row of the type order_to_place, which a migration makes. */
function rowOf({ order, seen }: OrderToPlace) {
  return {
    ...seen,
    payer: order.accountId,
    key: order.orderUuid,
    id: order.orderId,
    product: order.productId,
    label: order.productName,
    price: order.unitPrice,
    units: order.quantity,
    amount: order.total,
    asked_fields: order.fieldSchema,
    fields_as_sent: order.sentFields,
    fields_compared: order.fields,
    extras: order.extraParameters,
    via: order.via,
  };
}
