/** The actor of the ledger entries of orders. */
export const ORDER_ACTOR = 'api';
/** The actor of entries that neither a caller nor an operator has made, such as the refund of a refused delivery. */
export const SHOP_ACTOR = 'shop';

/**
 * SQL that is true for an entry whose note and actor were written for resellers to read. Earlier releases wrote the names
 * of operators and handlers; such an actor names no operator that the table has had since before the entry.
 */
export const IS_FOR_RESELLERS = `(
  entry.actor IN ('${ORDER_ACTOR}', '${SHOP_ACTOR}') OR EXISTS (
    SELECT FROM operators
    WHERE entry.actor = 'operator:' || operators.id AND operators.created_at <= entry.created_at))`;
