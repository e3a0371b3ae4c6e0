import type { EntityManager } from 'typeorm';
import type { OperatorNumbers } from './operator-numbers.js';

/** The actor of the ledger entries of orders. */
export const ORDER_ACTOR = 'api';
/** The actor of entries that neither a caller nor an operator has made, such as the refund of a refused delivery. */
export const SHOP_ACTOR = 'shop';

/** SQL of the number in an actor such as `operator:3` or `extension:4`; null in any other one. */
export const numberInActor = (actor: string): string => `
  CASE WHEN ${actor} ~ '^(operator|extension):[1-9][0-9]{0,9}$'
       THEN substring(${actor} FROM '[0-9]+$')::bigint END`;

/**
 * SQL that is true for an entry whose reference, note and actor were written for resellers to read. Earlier releases wrote the names
 * of operators and handlers; such an actor names no operator that the table has had since before the entry.
 */
export const IS_FOR_RESELLERS = `(
  entry.actor IN ('${ORDER_ACTOR}', '${SHOP_ACTOR}') OR EXISTS (
    -- By the number, so that its index is used.
    SELECT FROM operators
    WHERE operators.id = ${numberInActor('entry.actor')}
      AND operators.created_at <= entry.created_at))`;

/** The name of an operator or an extension, as the audit has it. */
const NUMBERED = /^(operator|extension)(?::|$)/;

/**
 * The actor as the ledger names it, without names of operators, extensions or handlers: `api`, `shop`, or `operator:` or
 * `extension:` and a number.
 */
export async function actorInLedger(
  operators: OperatorNumbers,
  manager: EntityManager,
  actor: string,
): Promise<string> {
  if (actor === ORDER_ACTOR) return actor;
  const kind = NUMBERED.exec(actor)?.[1];
  return kind === undefined ? SHOP_ACTOR : `${kind}:${await operators.numberOf(manager, actor)}`;
}
