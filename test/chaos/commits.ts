/** How commits look on the line to the database, in the protocol of PostgreSQL. */

/** A row of one column that holds true, and the end of its statement: an order was placed at once. */
const PLACED = Buffer.from('\0\x01\0\0\0\x01tC\0\0\0\x0dSELECT 1\0', 'latin1');

/** True for what asks to commit: a transaction's end, or the one statement that places an undisputed order. */
export function asksToCommit(chunk: Buffer): boolean {
  return chunk.includes('COMMIT\0') || chunk.includes('SELECT place_order(');
}

/** True for the answer to it; `placing` is whether the connection has asked to place an order at once. */
export function saysCommitted(chunk: Buffer, placing: boolean): boolean {
  return chunk.includes('COMMIT\0') || (placing && chunk.includes(PLACED));
}
