import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { webhookWish } from '../account/webhooks/webhook-wish.js';
import { Database } from '../database/database.js';
import type { Revisions } from '../database/revision/revisions.js';
import { sqlState } from '../database/database-errors.js';
import { DeliveredCodes } from './delivered-codes.js';
import { Order, type NewOrder } from './order.entity.js';
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

/** On what an order was decided that is to be placed at once, and until when that may be done. */
export interface DecidedOn extends Pick<Revisions, 'catalog' | 'access'> {
  /** By the clock of the database, in seconds since 1970. */
  readonly deadline: number;
}

export interface Claim {
  readonly claimed: boolean;
  readonly accessRevision: string;
  /** False while a statement that was cut off may still arrive. */
  readonly settled: boolean;
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
   * @returns whether it was free, of which revision the door is now, and whether the deadline has passed.
   */
  async claimKey(
    manager: EntityManager,
    order: Pick<Order, 'accountId' | 'orderUuid' | 'orderId'>,
    deadline?: number,
  ): Promise<Claim> {
    const rows = await manager.query<[Claim]>(CLAIM_KEY, [
      order.accountId,
      order.orderUuid,
      order.orderId,
      deadline ?? null,
    ]);
    return rows[0];
  }

  /**
   * Writes and charges a waiting order that costs something, if all it was decided on is still so and its key is
   * unknown: one statement, one round trip. It commits by itself, even when it arrives long after its connection has
   * broken; but never after the deadline.
   * @returns false when nothing was written.
   */
  async placeAtOnce(order: NewOrder, actor: string, decided: DecidedOn): Promise<boolean> {
    try {
      const rows = await this.database.statement<{ placed: boolean }[]>(PLACE_AT_ONCE, [
        ...[decided.catalog, decided.access, order.accountId, order.orderUuid, order.orderId],
        ...[order.productId, order.productName, order.unitPrice, order.quantity, order.total],
        ...[order.fieldSchema, order.sentFields, order.fields, order.extraParameters].map(jsonText),
        ...[order.via, actor, decided.deadline],
      ]);
      return rows[0]?.placed === true;
    } catch (error) {
      if (sqlState(error) === BALANCE_GONE) return false;
      throw error;
    }
  }

  /** Writes a new order; one that is born accepted is decided at the same moment. */
  async insert(manager: EntityManager, order: NewOrder): Promise<void> {
    const decidedAt = order.decidedBy === null ? null : () => 'now()';
    const codes = this.codes.columnsFor(order, order.deliveredCodes);
    await manager.insert(Order, { ...order, ...codes, decidedAt });
  }

  /**
   * Seals those of the keys that are unknown, in the unique key that orders use: a request in flight under one of
   * them is waited for. Sorted, so that two requests never wait for each other.
   * @returns what each key is now.
   */
  async sealKeys(accountId: number, orderUuids: readonly string[]): Promise<KeyState[]> {
    const sorted = orderUuids.toSorted();
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

  async listByIds(accountId: number, orderIds: readonly string[]): Promise<Order[]> {
    const where = { accountId, orderId: In([...orderIds]) };
    const orders = await this.database.manager.findBy(Order, where);
    return orders.map((order) => this.codes.opened(order));
  }

  async listByUuids(accountId: number, orderUuids: readonly string[]): Promise<Order[]> {
    const keys = await this.keys(this.database.manager, accountId, orderUuids);
    return this.listByIds(
      accountId,
      keys.flatMap(({ orderId }) => orderId ?? []),
    );
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

  /** @returns whether the account wants to be told. */
  async decide(
    manager: EntityManager,
    { accountId, orderId }: Pick<Order, 'accountId' | 'orderId'>,
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

/** Raised by place_order, which a migration makes, when other orders took the money first. */
const BALANCE_GONE = 'SK100';

const PLACE_AT_ONCE = `
  SELECT place_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, to_timestamp($17::float8)) AS placed`;

const CLAIM_KEY = `
  WITH claimed AS (
    INSERT INTO order_keys (account_id, order_uuid, order_id) VALUES ($1, $2, $3)
    ON CONFLICT (account_id, order_uuid) DO NOTHING RETURNING 1
  )
  SELECT EXISTS (SELECT FROM claimed) AS claimed, revision AS "accessRevision",
         coalesce(clock_timestamp() > to_timestamp($4::float8), true) AS settled
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

/** An array would be sent as one of PostgreSQL's otherwise. */
function jsonText(value: unknown): string {
  return JSON.stringify(value);
}
