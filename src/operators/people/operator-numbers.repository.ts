import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OperatorNumbers } from '../../account/ledger/operator-numbers.js';
import { Database } from '../../database/database.js';

/** An operator with the number by which ledgers name it. */
export interface NumberedOperator {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
}

/** Numbers of operators, of those included who work at the terminal and cannot sign in. */
@Injectable()
export class OperatorNumbersRepository implements OperatorNumbers {
  constructor(private readonly database: Database) {}

  async numberOf(manager: EntityManager, name: string): Promise<number> {
    const [{ id }] = await manager.query<[{ id: number }]>(NUMBER_OF, [name]);
    return id;
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
