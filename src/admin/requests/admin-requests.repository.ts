import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';

/** A request, or a part of one, that is executed once. */
export interface OnceOnly {
  readonly operatorId: number;
  readonly key: string;
  /** The empty text for all of the request. */
  readonly part: string;
  readonly route: string;
  /** HMAC-SHA-256, by each secret key of the installation; the first one is stored. */
  readonly bodyHashes: readonly [Buffer, ...Buffer[]];
}

/** A request that was claimed before. */
export interface KnownRequest {
  readonly route: string;
  readonly bodyHash: Buffer;
  /** Null while parts of it are to be executed. */
  readonly answer: object | null;
}

const MAX_DELETED = 1_000;

/** The rows of requests that are executed once. */
@Injectable()
export class AdminRequestsRepository {
  constructor(private readonly database: Database) {}

  async find({ operatorId, key, part }: OnceOnly): Promise<KnownRequest | undefined> {
    const rows = await this.database.manager.query<KnownRequest[]>(FIND, [operatorId, key, part]);
    return rows[0];
  }

  /**
   * Claims a request. If another transaction has claimed the same one, this waits until that one has committed or rolled
   * back.
   * @returns false if it was claimed before
   */
  async claim(manager: EntityManager, request: OnceOnly): Promise<boolean> {
    const { operatorId, key, part, route, bodyHashes } = request;
    const values = [operatorId, key, part, route, bodyHashes[0]];
    const rows = await manager.query<unknown[]>(CLAIM, values);
    return rows.length === 1;
  }

  /** Makes a key free that was claimed in a transaction of its own. */
  async release({ operatorId, key, part }: OnceOnly): Promise<void> {
    await this.database.manager.query(RELEASE, [operatorId, key, part]);
  }

  async answer(manager: EntityManager, request: OnceOnly, answer: object): Promise<void> {
    const { operatorId, key, part } = request;
    await manager.query(ANSWER, [operatorId, key, part, JSON.stringify(answer)]);
  }

  /** @returns true if there may be more of that age */
  async deleteOld(keptHours: number): Promise<boolean> {
    const [, count] = await this.database.manager.query<[unknown, number]>(DELETE_OLD, [keptHours]);
    return count === MAX_DELETED;
  }
}

const FIND = `
  SELECT route, body_hash AS "bodyHash", answer FROM admin_requests
  WHERE operator_id = $1 AND key = $2 AND part = $3`;

const CLAIM = `
  INSERT INTO admin_requests (operator_id, key, part, route, body_hash) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING RETURNING true`;

const RELEASE = `DELETE FROM admin_requests WHERE operator_id = $1 AND key = $2 AND part = $3`;

const ANSWER = `
  UPDATE admin_requests SET answer = $4 WHERE operator_id = $1 AND key = $2 AND part = $3`;

const DELETE_OLD = `
  DELETE FROM admin_requests WHERE (operator_id, key, part) IN (
    SELECT operator_id, key, part FROM admin_requests
    WHERE at < now() - $1 * interval '1 hour'
    ORDER BY at LIMIT ${MAX_DELETED} FOR UPDATE SKIP LOCKED)`;
