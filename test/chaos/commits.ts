/** Recognizes commits in the protocol of PostgreSQL. */

/** The beginning of an array of order ids: some of the batch were placed. */
const PLACED = '{ID_';
const PLACE = 'SELECT place_new_orders(';

/** True for the statement that places a batch of orders. */
export function asksToPlace(chunk: Buffer): boolean {
  return chunk.includes(PLACE);
}

/** True for what asks to commit: a transaction's end, or the statement that places a batch of orders. */
export function asksToCommit(chunk: Buffer): boolean {
  return chunk.includes('COMMIT\0') || asksToPlace(chunk);
}

/** True for the answer to it; `placing` is whether the connection has asked to place a batch. */
export function saysCommitted(chunk: Buffer, placing: boolean): boolean {
  return chunk.includes('COMMIT\0') || (placing && chunk.includes(PLACED));
}
