import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../database/database.js';
import {
  ADD_PEERS,
  ANSWER,
  BEAT,
  CLEAR,
  ENTER,
  FORGET_UNANSWERED,
  HOLD,
  LEAVE,
  LOCK_ALL_STOCKS,
  MARK_HANDED_OUT,
  MISSING,
  READ_STATE,
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

const CODES_AT_ONCE = 10_000;

/** For which lineage stocks are cleared, and what instances have answered. */
@Injectable()
export class ClearanceRepository {
  constructor(private readonly database: Database) {}

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

  /** The hashes of these codes that were not found as handed out. */
  async missing(orders: readonly HandedOut[], manager = this.database.manager): Promise<Buffer[]> {
    const codes = orders.flatMap(({ accountId, orderId, hashes }) =>
      hashes.map((hash) => ({ accountId, orderId, hash })),
    );
    const missing: Buffer[] = [];
    for (let first = 0; first < codes.length; first += CODES_AT_ONCE) {
      const part = codes.slice(first, first + CODES_AT_ONCE);
      const columns = [
        part.map(({ accountId }) => accountId),
        part.map(({ orderId }) => orderId),
        part.map(({ hash }) => hash),
      ];
      const rows = await manager.query<{ hash: Buffer }[]>(MISSING, columns);
      missing.push(...rows.map(({ hash }) => hash));
    }
    return missing;
  }

  async markHandedOut(manager: EntityManager, hashes: readonly Buffer[]): Promise<void> {
    await manager.query(MARK_HANDED_OUT, [hashes]);
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

  /** Enters a server that has handed out nothing yet. @returns the present lineage */
  async enter({ id, host }: Omit<CodeInstance, 'lineage'>): Promise<string> {
    const [row] = await this.database.manager.query<[{ lineage: string }]>(ENTER, [id, host]);
    return row.lineage;
  }

  async answer(manager: EntityManager, { id, host, lineage }: CodeInstance): Promise<void> {
    await manager.query(ANSWER, [id, host, lineage]);
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
