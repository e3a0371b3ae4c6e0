import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { nameOfActor } from '../people/operator-name.js';

/** A link that may be used. */
export interface OpenLink {
  /** Null for the link of the first operator. */
  readonly operatorId: number | null;
  readonly name: string | null;
}

const LIFETIME_HOURS = 24;

/** One-time links by which operators set their passwords. A link that was used or replaced is deleted. */
@Injectable()
export class LinksRepository {
  constructor(private readonly database: Database) {}

  /** Replaces earlier links of the operator. */
  async replace(manager: EntityManager, operatorId: number, hash: Buffer): Promise<void> {
    await this.drop(manager, operatorId);
    await manager.query(ADD, [operatorId, hash]);
  }

  /** Replaces the link of the first operator. @returns false, with no such link left, if there are operators */
  replaceFirst(hash: Buffer): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      await this.drop(manager, null);
      const added = await manager.query<unknown[]>(ADD_FIRST, [hash]);
      return added.length === 1;
    });
  }

  async drop(manager: EntityManager, operatorId: number | null): Promise<void> {
    await manager.query(DROP, [operatorId]);
  }

  /** Of all operators, and of the first one. */
  async dropAll(manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM operator_links');
  }

  async find(hash: Buffer): Promise<OpenLink | undefined> {
    const rows = await this.database.manager.query<
      { operatorId: number | null; actor: string | null }[]
    >(FIND, [hash]);
    return rows.map(({ operatorId, actor }) => ({
      operatorId,
      name: actor === null ? null : nameOfActor(actor),
    }))[0];
  }

  /** Uses a link up; of concurrent uses, one succeeds. @returns false if it is not open any more */
  async use(manager: EntityManager, hash: Buffer): Promise<boolean> {
    const [, count] = await manager.query<[unknown, number]>(USE, [hash]);
    return count === 1;
  }
}

const DROP = 'DELETE FROM operator_links WHERE operator_id IS NOT DISTINCT FROM $1';

const ADD = `
  INSERT INTO operator_links (operator_id, secret_hash, expires_at)
  VALUES ($1, $2, now() + interval '${LIFETIME_HOURS} hours')`;

const ADD_FIRST = `
  INSERT INTO operator_links (secret_hash, expires_at)
  SELECT $1, now() + interval '${LIFETIME_HOURS} hours'
  WHERE NOT EXISTS (SELECT FROM operators WHERE role IS NOT NULL)
  RETURNING id`;

const FIND = `
  SELECT link.operator_id AS "operatorId", operator.name AS actor
  FROM operator_links link LEFT JOIN operators operator ON operator.id = link.operator_id
  WHERE link.secret_hash = $1 AND link.expires_at > now() AND operator.disabled_at IS NULL`;

const USE = 'DELETE FROM operator_links WHERE secret_hash = $1 AND expires_at > now()';
