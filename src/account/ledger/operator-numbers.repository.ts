import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { ORDER_ACTOR, SHOP_ACTOR } from './ledger-actors.js';

/** True for the name of an operator, as the audit has it. */
const OPERATOR = /^operator(?::|$)/;

/** An operator with the number by which ledgers name it. */
export interface NumberedOperator {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
}

/** Numbers of operators. Resellers read the ledger, so it holds no names of operators or handlers. */
@Injectable()
export class OperatorNumbers {
  constructor(private readonly database: Database) {}

  /** The actor as the ledger names it: `api`, `shop`, or `operator:` and a number. */
  async actorInLedger(manager: EntityManager, actor: string): Promise<string> {
    if (actor === ORDER_ACTOR) return actor;
    if (!OPERATOR.test(actor)) return SHOP_ACTOR;
    const [{ id }] = await manager.query<[{ id: number }]>(NUMBER_OF, [actor]);
    return `operator:${id}`;
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
