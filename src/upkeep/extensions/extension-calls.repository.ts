import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';

/** A call of an extension that is executed once. */
export interface ExtensionCall {
  readonly extension: string;
  /** Chosen by the extension. */
  readonly key: string;
  /** The method of `Shop`. */
  readonly method: string;
  /** The id of a secret, and HMAC-SHA-256 by it of what was called with, for each secret; the first one is stored. */
  readonly inputHashes: readonly [Buffer, ...Buffer[]];
}

/** A call that was executed. */
export interface ExecutedCall {
  readonly method: string;
  readonly inputHash: Buffer;
  readonly answer: object;
}

/** USD, as decimal texts. */
export interface AddedToday {
  readonly most: string;
  /** The present call included. */
  readonly added: string;
}

/** Calls of extensions, by their keys; none is ever deleted, since under its key each is executed once. */
@Injectable()
export class ExtensionCallsRepository {
  constructor(private readonly database: Database) {}

  async find({ extension, key }: ExtensionCall): Promise<ExecutedCall | undefined> {
    const rows = await this.database.manager.query<ExecutedCall[]>(FIND, [extension, key]);
    return rows[0];
  }

  /**
   * Claims a key. If another transaction has claimed the same one, this waits until that one has ended.
   * @returns false if it was claimed before
   */
  async claim(manager: EntityManager, call: ExtensionCall): Promise<boolean> {
    const { extension, key, method, inputHashes } = call;
    const rows = await manager.query<unknown[]>(CLAIM, [extension, key, method, inputHashes[0]]);
    return rows.length === 1;
  }

  /** @param added USD that it has added to balances, as decimal text; null for what adds none */
  async answer(
    manager: EntityManager,
    { extension, key }: ExtensionCall,
    answer: object,
    added: string | null,
  ): Promise<void> {
    await manager.query(ANSWER, [extension, key, JSON.stringify(answer), added]);
  }

  /**
   * What an extension has added to balances within 24 hours, and the most that it may; undefined if it may add any amount. No other
   * call of it that adds something is executed until the end of the transaction.
   */
  async addedToday(manager: EntityManager, extension: string): Promise<AddedToday | undefined> {
    const [bound] = await manager.query<Pick<AddedToday, 'most'>[]>(BOUND, [extension]);
    if (!bound) return undefined;
    const [sum] = await manager.query<[Pick<AddedToday, 'added'>]>(ADDED, [extension]);
    return { ...bound, ...sum };
  }

  /** USD that extensions have added to balances within 24 hours, by their names; those that have added nothing are left out. */
  async addedByAll(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.manager.query<{ name: string; added: string }[]>(ADDED_BY, [
      names,
    ]);
    return new Map(rows.map(({ name, added }) => [name, added]));
  }
}

const FIND = `
  SELECT method, input_hash AS "inputHash", answer FROM extension_calls
  WHERE extension = $1 AND key = $2`;

const CLAIM = `
  INSERT INTO extension_calls (extension, key, method, input_hash) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING RETURNING true`;

const ANSWER = `
  UPDATE extension_calls SET answer = $3, added = $4 WHERE extension = $1 AND key = $2`;

const BOUND = `
  SELECT trim_scale(deposits_a_day)::text AS most FROM extensions
  WHERE name = $1 AND deposits_a_day IS NOT NULL FOR UPDATE`;

const ADDED = `
  SELECT trim_scale(coalesce(sum(added), 0))::text AS added FROM extension_calls
  WHERE extension = $1 AND added IS NOT NULL AND at > now() - interval '24 hours'`;

// By their names, so that the index is read no further back than a day.
const ADDED_BY = `
  SELECT name, trim_scale(sum(added))::text AS added
  FROM unnest($1::text[]) AS asked(name) JOIN extension_calls ON extension = name
  WHERE added IS NOT NULL AND at > now() - interval '24 hours' GROUP BY name`;
