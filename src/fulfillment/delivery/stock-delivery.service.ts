import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';
import { ownBytes } from '../../common/own-bytes.js';
import { SecretBox, SecretUnreadableError } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import {
  StockDelivery,
  type ReservedStock,
  type StockRequest,
} from '../../orders/delivery/stock-delivery.js';
import { HandedOutCodes } from '../codes/clearance/handed-out-codes.js';
import { numberOfCodes, settingsOf } from '../codes/codes-settings.js';
import { aboutStock } from '../codes/stock/code-hashes.js';
import type { TakenCode } from '../codes/stock/code-stock.repository.js';
import { ASSIGN, COUNT_FREE, RESERVE } from '../codes/stock/code-stock.sql.js';
import { HeldCodesRepository } from '../codes/stock/held-codes.repository.js';
import { DeliveryCosts } from '../costs/delivery-costs.js';
import { STOCK_HANDLER } from '../handlers/code-evidence.js';
import { actorOf } from './delivery-at-once.js';

/** Of an order: more would keep the others of its batch waiting. */
const MOST_CODES = 20;

interface Need extends StockRequest {
  readonly stock: string;
  readonly count: number;
}

type LockedCode = TakenCode & { readonly id: string };
type LockedRow = { readonly stock: string; readonly isCleared: boolean } & (
  LockedCode | { readonly id: null }
);

/** Codes of a stock that are locked, and for no order yet. */
interface FreeCodes {
  readonly codes: LockedCode[];
  /** The lineage in which this server had answered when it asked for them. */
  readonly answeredIn: string | undefined;
}

/** Codes that are locked for an order. */
interface Share {
  readonly need: Need;
  readonly locked: readonly LockedCode[];
  readonly codes: readonly string[];
}

/** Delivers codes from stock to several new orders in one transaction. Whatever is unusual is left to `CodesHandler`. */
@Injectable()
export class StockDeliveryService extends StockDelivery {
  constructor(
    private readonly held: HeldCodesRepository,
    private readonly box: SecretBox,
    private readonly handedOut: HandedOutCodes,
    private readonly costs: DeliveryCosts,
    private readonly database: Database,
  ) {
    super();
  }

  delivers(request: StockRequest): boolean {
    return needOf(request) !== undefined;
  }

  async reserve(manager: EntityManager, requests: readonly StockRequest[]): Promise<ReservedStock> {
    const needs = requests.flatMap((request) => needOf(request) ?? []);
    // As of before the statement: what it reads may be older than what this server answers meanwhile.
    const { answeredIn } = this.handedOut;
    const rows = await this.lock(manager, needs);
    const shares = new Map<string, Share>();
    const short = new Set<string>();
    for (const [stock, ofStock] of Map.groupBy(needs, (need) => need.stock)) {
      const ofRows = rows.get(stock) ?? [];
      const free = { answeredIn, codes: ofRows.filter((row) => row.id !== null) };
      const left = ofStock.filter((need) => !this.share(need, free, shares));
      if (left.length === 0 || !(await this.isShort(manager, stock, ofRows))) continue;
      for (const { toFulfill, steps } of left) if (steps.length === 1) short.add(toFulfill.orderId);
    }
    return {
      of: (orderId) => {
        const codes = shares.get(orderId)?.codes;
        if (codes) return { kind: 'delivered', codes, by: actorOf(STOCK_HANDLER) };
        return short.has(orderId) ? 'short' : 'unclear';
      },
      deliver: (orderIds) =>
        this.handOut(
          manager,
          orderIds.flatMap((orderId) => shares.get(orderId) ?? []),
        ),
    };
  }

  private async lock(
    manager: EntityManager,
    needs: readonly Need[],
  ): Promise<Map<string, LockedRow[]>> {
    const counts = new Map<string, number>();
    for (const { stock, count } of needs) counts.set(stock, (counts.get(stock) ?? 0) + count);
    if (counts.size === 0) return new Map();
    const given = [[...counts.keys()], [...counts.values()]];
    const rows = await manager.query<LockedRow[]>(RESERVE, given);
    return Map.groupBy(rows, ({ stock }) => stock);
  }

  /** Takes codes for an order out of the free ones, all that it needs or none. @returns false if there are too few */
  private share(need: Need, free: FreeCodes, shares: Map<string, Share>): boolean {
    const { stock, count, toFulfill } = need;
    if (free.codes.length < count) return false;
    const locked = free.codes.splice(0, count);
    // This server may not know what it has handed out before.
    if (locked.some(({ lineage }) => lineage !== free.answeredIn)) return true;
    try {
      const codes = locked.map(({ encrypted }) => this.box.decrypt(encrypted, aboutStock(stock)));
      shares.set(toFulfill.orderId, { need, locked, codes });
    } catch (error) {
      if (!(error instanceof SecretUnreadableError)) throw error;
    }
    return true;
  }

  /** False while codes may soon be sold again, also those that others have locked: they may be rolled back. */
  private async isShort(
    manager: EntityManager,
    stock: string,
    rows: readonly LockedRow[],
  ): Promise<boolean> {
    if (!rows.every(({ isCleared }) => isCleared)) return false;
    const locked = rows.filter(({ id }) => id !== null).length;
    const given = [stock, locked + 1, this.box.marks];
    const [free] = await manager.query<[{ count: number }]>(COUNT_FREE, given);
    return free.count <= locked && (await this.held.countAwaited(manager, stock)) === 0;
  }

  private async handOut(manager: EntityManager, shares: readonly Share[]): Promise<void> {
    if (shares.length === 0) return;
    const given = shares.flatMap(({ need: { toFulfill }, locked }) =>
      locked.map(({ id }) => ({ id, ...toFulfill })),
    );
    await manager.query(ASSIGN, [
      given.map(({ id }) => id),
      given.map(({ accountId }) => accountId),
      given.map(({ orderId }) => orderId),
    ]);
    const orders = shares.map(({ need: { toFulfill } }) => toFulfill);
    await this.costs.recordAtOnce(manager, orders);
    for (const { need, locked } of shares) {
      const { accountId, orderId } = need.toFulfill;
      const encrypted = locked.map((code) => ownBytes(code.encrypted));
      const { lineage = '' } = locked[0] ?? {};
      const handedOut = { accountId, orderId, stock: need.stock, encrypted, lineage };
      this.database.afterCommit(manager, this.handedOut.atCommit(handedOut));
    }
  }
}

/** Of the settings in the catalog in memory, which are checked once. */
const stocks = new WeakMap<FulfillmentSettings, string>();

/** @throws OperatorError */
function stockOf(settings: FulfillmentSettings): string {
  const stock = stocks.get(settings) ?? settingsOf(settings).stock;
  stocks.set(settings, stock);
  return stock;
}

/** Undefined for an order that `CodesHandler` has to deliver or refuse, or another handler. */
function needOf(request: StockRequest): Need | undefined {
  const [first] = request.steps;
  if (first?.handler !== STOCK_HANDLER || request.toFulfill.rehearsal) return undefined;
  try {
    const stock = stockOf(first.settings);
    const count = numberOfCodes(request.toFulfill) ?? Infinity;
    return count <= MOST_CODES ? { ...request, stock, count } : undefined;
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}
