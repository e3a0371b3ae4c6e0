import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';
import { ownBytes } from '../../common/own-bytes.js';
import { SecretBox, SecretUnreadableError } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import type { OrderToFulfill } from '../../orders/delivery/fulfillment-handler.js';
import { HandedOutCodes } from './clearance/handed-out-codes.js';
import { numberOfCodes, settingsOf } from './codes-settings.js';
import { aboutStock } from './stock/code-hashes.js';
import { HeldCodesRepository } from './stock/held-codes.repository.js';
import {
  ReservedCodesRepository,
  type LockedCode,
  type LockedCodes,
} from './stock/reserved-codes.repository.js';

/** Locked codes of a stock for one order, and what they say. */
export interface CodesOfOrder {
  readonly order: OrderToFulfill;
  readonly stock: string;
  readonly locked: readonly LockedCode[];
  readonly codes: readonly string[];
}

/** A new order, and the settings of the handler of its product. */
interface StockOrder {
  readonly order: OrderToFulfill;
  readonly settings: FulfillmentSettings;
}

interface Need {
  readonly order: OrderToFulfill;
  readonly stock: string;
  readonly count: number;
}

/** Locks codes for several orders at once, and hands them out. Whatever is unusual is left to `CodesHandler`. */
@Injectable()
export class CodeReservations {
  constructor(
    private readonly reserved: ReservedCodesRepository,
    private readonly held: HeldCodesRepository,
    private readonly box: SecretBox,
    private readonly handedOut: HandedOutCodes,
    private readonly database: Database,
  ) {}

  /**
   * Each order gets all of its codes or none; the first one has the first choice.
   * @returns by order id; `short` where no later try would find more; nothing where the handler has to tell
   */
  async reserve(
    manager: EntityManager,
    orders: readonly StockOrder[],
  ): Promise<Map<string, CodesOfOrder | 'short'>> {
    const needs = orders.flatMap(needOf);
    if (needs.length === 0) return new Map();
    const counts = new Map<string, number>();
    for (const { stock, count } of needs) counts.set(stock, (counts.get(stock) ?? 0) + count);
    const locked = await this.reserved.lock(manager, counts);
    const shares = sharesOf(needs, locked);
    const result = new Map<string, CodesOfOrder | 'short'>();
    for (const { order, stock } of needs) {
      const codes = shares.get(order.orderId);
      const readable = codes && this.read(order, stock, codes);
      if (readable) result.set(order.orderId, readable);
    }
    const short = needs.filter(({ order }) => !shares.has(order.orderId));
    for (const [stock, ofStock] of Map.groupBy(short, (need) => need.stock)) {
      if (!(await this.isShort(manager, stock, locked.get(stock)))) continue;
      for (const { order } of ofStock) result.set(order.orderId, 'short');
    }
    return result;
  }

  /** Gives the codes to their orders; they are noted when that is committed. */
  async handOut(manager: EntityManager, orders: readonly CodesOfOrder[]): Promise<void> {
    const given = orders.flatMap(({ order, locked }) => locked.map(({ id }) => ({ order, id })));
    await this.reserved.assign(manager, given);
    for (const { order, stock, locked } of orders) {
      const { accountId, orderId } = order;
      const encrypted = locked.map((code) => ownBytes(code.encrypted));
      const lineage = locked[0]?.lineage ?? '';
      const handedOut = { accountId, orderId, stock, encrypted, lineage };
      this.database.afterCommit(manager, this.handedOut.atCommit(handedOut));
    }
  }

  /** Undefined where a code cannot be read, or where this server does not know what it has handed out before. */
  private read(
    order: OrderToFulfill,
    stock: string,
    locked: readonly LockedCode[],
  ): CodesOfOrder | undefined {
    if (locked.some(({ lineage }) => lineage !== this.handedOut.answeredIn)) return undefined;
    try {
      const codes = locked.map(({ encrypted }) => this.box.decrypt(encrypted, aboutStock(stock)));
      return { order, stock, locked, codes };
    } catch (error) {
      if (error instanceof SecretUnreadableError) return undefined;
      throw error;
    }
  }

  /** False while codes may soon be sold again. */
  private async isShort(
    manager: EntityManager,
    stock: string,
    locked: LockedCodes | undefined,
  ): Promise<boolean> {
    if (locked && !locked.isCleared) return false;
    return (await this.held.countAwaited(manager, stock)) === 0;
  }
}

/** The codes of each order, by its id; the first one has the first choice, and each gets all that it needs or none. */
function sharesOf(
  needs: readonly Need[],
  locked: ReadonlyMap<string, LockedCodes>,
): Map<string, readonly LockedCode[]> {
  const shares = new Map<string, readonly LockedCode[]>();
  const used = new Map<string, number>();
  for (const { order, stock, count } of needs) {
    const from = used.get(stock) ?? 0;
    const codes = (locked.get(stock)?.codes ?? []).slice(from, from + count);
    if (codes.length < count) continue;
    used.set(stock, from + count);
    shares.set(order.orderId, codes);
  }
  return shares;
}

/** Nothing for an order that the handler has to refuse. */
function needOf({ order, settings }: StockOrder): Need[] {
  try {
    const { stock } = settingsOf(settings);
    const count = numberOfCodes(order);
    return count === undefined ? [] : [{ order, stock, count }];
  } catch (error) {
    if (error instanceof OperatorError) return [];
    throw error;
  }
}
