import { OperatorError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';

/** The most codes that handlers may deliver for one piece: the least, which is the default, and the most. */
export const CODES_PER_PIECE = { min: 20, max: 1_000 } as const;

/** @throws OperatorError */
export function checkedCodesPerPiece(codes: number): number {
  const { min, max } = CODES_PER_PIECE;
  if (Number.isInteger(codes) && codes >= min && codes <= max) return codes;
  throw new OperatorError(...sentence('field.integer', CODES_PER_PIECE));
}
