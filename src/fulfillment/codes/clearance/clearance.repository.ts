import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import { CodeHashes } from '../stock/code-hashes.js';
import { CodeStockRepository } from '../stock/code-stock.repository.js';
import { LOCK_ALL_STOCKS } from '../stock/code-stock.sql.js';
import { HeldCodesRepository } from '../stock/held-codes.repository.js';
import { StoredCodes } from '../stock/stored-codes.js';
import {
  ADD_PEERS,
  ANSWER,
  BEAT,
  CLEAR,
  ENTER,
  FORGET_UNANSWERED,
  HOLD,
  LEAVE,
  MARKED,
  READ_STATE,
  UNCLEAR,
  WITHOUT_CODES,
} from './clearance.sql.js';
import type { HandedOut } from './handed-out-codes.js';

/** A server that hands out codes. */
export interface CodeInstance {
  /** Of a run of the server. */
  readonly id: string;
  readonly host: string;
  /** The lineage in which it has last looked for all codes that it had handed out. */
  readonly lineage: string;
}

/** What stands in the database about a lineage. */
export interface LineageState {
  /** False if the database is in another lineage by now. */
  readonly isPresent: boolean;
  /** True while a stock is cleared for another one. */
  readonly isPending: boolean;
  /** Instances that have not answered in this one, and did not stop in order. */
  readonly unanswered: number;
  /** What was committed after this time may be lost. */
  readonly stateOf: Date;
}

const AT_ONCE = 1_000;

/** For which lineage stocks are cleared, and what instances have answered. */
@Injectable()
export class ClearanceRepository {
  constructor(
    private readonly database: Database,
    private readonly stock: CodeStockRepository,
    private readonly held: HeldCodesRepository,
    private readonly hashes: CodeHashes,
    private readonly codes: StoredCodes,
  ) {}

  /** Runs work of one instance at a time, beside no import. */
  alone<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await manager.query(LOCK_ALL_STOCKS);
      return work(manager);
    });
  }

  async state(lineage: string, manager = this.database.manager): Promise<LineageState> {
    const [state] = await manager.query<[LineageState]>(READ_STATE, [lineage]);
    return state;
  }

  async addPeers(
    manager: EntityManager,
    peers: readonly CodeInstance[],
    stateOf: Date,
  ): Promise<void> {
    await manager.query(ADD_PEERS, [JSON.stringify(peers), stateOf]);
  }

  /** Those of the orders whose codes are not found as handed out; what was marked before is found. */
  async missing(
    orders: readonly HandedOut[],
    manager = this.database.manager,
  ): Promise<HandedOut[]> {
    const missing: HandedOut[] = [];
    for (const part of parts(orders, AT_ONCE)) {
      const rows = await manager.query<{ place: number }[]>(WITHOUT_CODES, [
        part.map(({ accountId }) => accountId),
        part.map(({ orderId }) => orderId),
      ]);
      const places = new Set(rows.map(({ place }) => place));
      const lost = part.filter((_, index) => places.has(index + 1));
      if (lost.length > 0) missing.push(...(await this.unmarked(lost, manager)));
    }
    return missing;
  }

  /** By the hashes under all keys: the state may be one from before a rotation, or from after it. */
  private async unmarked(
    orders: readonly HandedOut[],
    manager: EntityManager,
  ): Promise<HandedOut[]> {
    const hashed = orders.map((order) => this.codesOf(order).map((code) => this.hashes.of(code)));
    const rows = await manager.query<{ hash: string }[]>(MARKED, [hashed.flat(2)]);
    const marked = new Set(rows.map(({ hash }) => hash));
    const isMarked = (hashes: readonly Buffer[]): boolean =>
      hashes.some((hash) => marked.has(hash.toString('hex')));
    return orders.filter((_, index) => !hashed[index]?.every(isMarked));
  }

  /** The codes count as sold; those that are in no stock any more are stored as sold, so that no import adds them. */
  async markHandedOut(manager: EntityManager, orders: readonly HandedOut[]): Promise<void> {
    for (const stock of new Set(orders.map((order) => order.stock))) {
      await this.stock.addStock(manager, stock);
      const codes = orders
        .filter((order) => order.stock === stock)
        .flatMap((order) => this.codesOf(order));
      for (const part of parts([...new Set(codes)], AT_ONCE)) {
        await this.held.markSold(
          manager,
          part.flatMap((code) => this.hashes.of(code)),
        );
        await this.codes.add(manager, stock, part, { isSold: true, cost: null });
      }
    }
  }

  private codesOf({ stock, encrypted }: HandedOut): string[] {
    return this.codes.textsOf(stock, encrypted);
  }

  /** Holds the codes of all stocks back, or of those that are not cleared for the lineage. */
  async hold(
    manager: EntityManager,
    lineage: string,
    { stateOf, isForAll }: { stateOf: Date; isForAll: boolean },
  ): Promise<void> {
    await manager.query(HOLD, [lineage, stateOf, isForAll]);
  }

  async forgetUnanswered(manager: EntityManager, lineage: string): Promise<void> {
    await manager.query(FORGET_UNANSWERED, [lineage]);
  }

  /** Clears the stocks for a lineage. */
  async clear(manager: EntityManager, lineage: string): Promise<void> {
    await manager.query(CLEAR, [lineage]);
  }

  /** Stocks wait for all servers if this one has returned to a former primary. */
  async unclear(manager: EntityManager, { id, lineage }: CodeInstance): Promise<void> {
    await manager.query(UNCLEAR, [lineage, id]);
  }

  /** Enters a server that has handed out nothing yet. @returns the present lineage */
  async enter({ id, host }: Omit<CodeInstance, 'lineage'>): Promise<string> {
    const [row] = await this.database.manager.query<[{ lineage: string }]>(ENTER, [id, host]);
    return row.lineage;
  }

  /** @param before the lineage in which the instance has answered last */
  async answer(
    manager: EntityManager,
    { id, host, lineage }: CodeInstance,
    before: string | undefined,
  ): Promise<void> {
    const isAnother = before !== undefined && before !== lineage;
    await manager.query(ANSWER, [id, host, lineage, isAnother]);
  }

  /** Notes that the instance lives. @returns the others */
  beat({ id, host, lineage }: CodeInstance): Promise<CodeInstance[]> {
    return this.database.manager.query<CodeInstance[]>(BEAT, [id, host, lineage]);
  }

  /** All that the instance has handed out was committed before. */
  async leave(id: string): Promise<void> {
    await this.database.manager.query(LEAVE, [id]);
  }
}

function parts<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}
