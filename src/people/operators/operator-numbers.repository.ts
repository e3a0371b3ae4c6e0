import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { numberInActor } from '../../account/ledger/ledger-actors.js';
import type { OperatorNumbers } from '../../account/ledger/operator-numbers.js';
import { Database } from '../../database/database.js';

/** An operator with the number by which ledgers name it. */
export interface NumberedOperator {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
}

/** An entry of a ledger. */
interface MadeEntry {
  /** As the ledger names it, such as `operator:3`. */
  readonly actor: string;
  readonly createdAt: string;
}

/** Numbers of operators, of those included who work at the terminal and cannot sign in, and of extensions. */
@Injectable()
export class OperatorNumbersRepository implements OperatorNumbers {
  constructor(private readonly database: Database) {}

  async numberOf(manager: EntityManager, name: string): Promise<number> {
    const [{ id }] = await manager.query<[{ id: number }]>(NUMBER_OF, [name]);
    return id;
  }

  /** The names of those who have made entries, in their order; null for whoever is no operator that there was then. */
  async namesOf(entries: readonly MadeEntry[]): Promise<(string | null)[]> {
    const columns = [entries.map(({ actor }) => actor), entries.map(({ createdAt }) => createdAt)];
    const rows = await this.database.manager.query<{ name: string | null }[]>(NAMES_OF, columns);
    return rows.map(({ name }) => name);
  }

  list(): Promise<NumberedOperator[]> {
    return this.database.manager.query(LIST);
  }
}

/**
 * An entry has the time at which its transaction began. If another transaction that began later has added the operator,
 * the operator gets this earlier time: its time is never later than that of an entry which names it.
 */
const NUMBER_OF = `
  WITH earlier AS (
    UPDATE operators SET created_at = now() WHERE name = $1 AND created_at > now()
  ), known AS (
    SELECT id FROM operators WHERE name = $1
  ), added AS (
    INSERT INTO operators (name) SELECT $1 WHERE NOT EXISTS (SELECT FROM known)
    ON CONFLICT (name) DO UPDATE SET created_at = least(operators.created_at, excluded.created_at)
    RETURNING id
  )
  SELECT id FROM known UNION ALL SELECT id FROM added`;

const LIST = 'SELECT id, name, created_at AS "createdAt" FROM operators ORDER BY id';

/** After a restore a number may be that of somebody who came later; then the operator is younger than the entry. */
const NAMES_OF = `
  SELECT operators.name FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS entry (actor, at, place)
  LEFT JOIN operators ON operators.created_at <= entry.at
    AND operators.id = ${numberInActor('entry.actor')}
  ORDER BY entry.place`;
