import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { headsOf, type ChainHeads } from './heads.sql.js';
import { HASH_BYTES } from './merkle-tree.js';
import type { SignedText } from './signed-text.js';

export interface Witness extends SignedText {
  /** In UTC, such as `2026-11-28`. */
  readonly day: string;
}

/** The leaves of a witness, and the hashes of all levels of its tree. */
export interface WitnessTree {
  /** Ascending. */
  readonly accountIds: readonly number[];
  readonly eventNumbers: readonly string[];
  readonly entrySequences: readonly string[];
  readonly hashes: Buffer;
}

/** The leaf of an account, as it is in its chains now. */
export interface WitnessedHeads extends ChainHeads {
  /** From 0. */
  readonly index: number;
  /** Of leaves. */
  readonly count: number;
}

const KEPT_DAYS = 400;

/** The digests that were signed over all accounts, one a day. */
@Injectable()
export class WitnessRepository {
  constructor(private readonly database: Database) {}

  /** True if there is none of the present day, and an account of which one would tell. */
  async isDue(): Promise<boolean> {
    const [row] = await this.database.manager.query<[{ isDue: boolean }]>(IS_DUE);
    return row.isDue;
  }

  /** Newest first. */
  list(): Promise<Witness[]> {
    return this.database.manager.query(LIST);
  }

  /** The next accounts with an event or entry. */
  async headsAfter(
    manager: EntityManager,
    accountId: number,
    limit: number,
  ): Promise<{ readonly heads: ChainHeads[]; readonly last: number | undefined }> {
    const rows = await manager.query<ChainHeads[]>(HEADS_AFTER, [accountId, limit]);
    const heads = rows.filter((row) => row.eventNumber !== '0' || row.entrySequence !== '0');
    return { heads, last: rows.at(-1)?.id };
  }

  /** Also deletes those that are too old. Another server may have made one of the same day before. */
  async add({ day, signed, signature, key }: Witness, tree: WitnessTree): Promise<void> {
    const { accountIds, eventNumbers, entrySequences, hashes } = tree;
    const text = [day, signed, signature, key];
    // As texts, since the driver looks at each item of a list.
    const lists = [accountIds, eventNumbers, entrySequences].map((list) => `{${list.join()}}`);
    await this.database.manager.query(ADD, [...text, ...lists, hashes]);
  }

  /** Undefined if the account was not among them, or the tree is not kept. */
  async headsOf(day: string, accountId: number): Promise<WitnessedHeads | undefined> {
    const { manager } = this.database;
    const [heads] = await manager.query<WitnessedHeads[]>(WITNESSED, [day, accountId]);
    return heads;
  }

  /** False after a restore: backups have no trees. */
  async hasTree(day: string): Promise<boolean> {
    const rows = await this.database.manager.query<unknown[]>(TREE, [day]);
    return rows.length > 0;
  }

  /** In hexadecimal, in the order of the places. */
  async hashes(day: string, places: readonly number[]): Promise<string[]> {
    const rows = await this.database.manager.query<{ hash: string }[]>(HASHES, [day, places]);
    return rows.map(({ hash }) => hash);
  }
}

const TODAY = `(clock_timestamp() AT TIME ZONE 'UTC')::date`;

const IS_DUE = `
  SELECT NOT EXISTS (SELECT FROM witnesses WHERE day >= ${TODAY})
    AND (EXISTS (SELECT FROM account_events) OR EXISTS (SELECT FROM ledger_entries)) AS "isDue"`;

const LIST = 'SELECT day::text AS day, signed, signature, key FROM witnesses ORDER BY day DESC';

const HEADS_AFTER = `${headsOf('SELECT id FROM accounts WHERE id > $1 ORDER BY id LIMIT $2')} ORDER BY id`;

const ADD = `
  WITH gone AS (
    DELETE FROM witnesses WHERE day < $1::date - ${KEPT_DAYS}
  ), trees_gone AS (
    DELETE FROM witness_trees WHERE day < $1::date - ${KEPT_DAYS}
  ), made AS (
    INSERT INTO witnesses (day, signed, signature, key) VALUES ($1::date, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING day
  )
  INSERT INTO witness_trees (day, account_ids, event_numbers, entry_sequences, hashes)
  SELECT day, $5::integer[], $6::bigint[], $7::bigint[], $8::bytea FROM made`;

/** Whatever a witness is over was committed before it, so both chains still hold it. */
const WITNESSED = `
  WITH leaf AS MATERIALIZED (
    SELECT place, account_ids[place] AS id, event_numbers[place] AS number, entry_sequences[place] AS sequence,
           cardinality(account_ids) AS count
    FROM (
      SELECT *, array_position(account_ids, $2::integer) AS place FROM witness_trees WHERE day = $1::date
    ) tree WHERE place IS NOT NULL
  )
  SELECT id, place - 1 AS index, count, number::text AS "eventNumber", sequence::text AS "entrySequence",
         coalesce((SELECT encode(hash, 'hex') FROM account_events event
                   WHERE account_id = id AND event.number = leaf.number), repeat('0', 64)) AS "eventHash",
         coalesce((SELECT encode(entry_hash, 'hex') FROM ledger_entries entry
                   WHERE account_id = id AND entry.sequence = leaf.sequence), repeat('0', 64)) AS "entryHash"
  FROM leaf`;

const TREE = 'SELECT FROM witness_trees WHERE day = $1::date';

const HASHES = `
  SELECT encode(substring(hashes FROM 1 + ${HASH_BYTES} * place FOR ${HASH_BYTES}), 'hex') AS hash
  FROM witness_trees, unnest($2::integer[]) WITH ORDINALITY AS asked (place, position)
  WHERE day = $1::date ORDER BY position`;
