import { ExactDecimal, toDecimal } from '../../common/decimal.js';

/** The most codes of one order that a handler delivers. */
export const MAX_CODES_PER_ORDER = 1_000;
const MAX_CODE_CHARACTERS = 1_000;

/** What of an order bounds the codes that a handler may deliver for it. */
export interface CodeBounds {
  /** Plain decimal text. A part of a piece counts as one. */
  readonly quantity: string;
  readonly codesPerPiece: number;
}

/**
 * Why codes are not taken for an order; undefined if they are. Each code is encrypted, hashed and indexed, so a supplier
 * that answers with very many would keep the whole shop busy.
 */
export function codesFault(codes: readonly string[], bounds: CodeBounds): string | undefined {
  const most = mostCodes(bounds);
  if (codes.length > most) {
    return `${codes.length} codes were delivered, and at most ${most} are taken for this order`;
  }
  return codes.some((code) => code.length > MAX_CODE_CHARACTERS)
    ? `a code has more than ${MAX_CODE_CHARACTERS} characters`
    : undefined;
}

/** True for a quantity of which not every piece could have a code of its own. */
export function exceedsCodesOfOneOrder(quantity: string): boolean {
  return toDecimal(quantity).greaterThan(MAX_CODES_PER_ORDER);
}

/** Fewer codes may be the lines of a receipt for any number of pieces. */
const TELLING_PIECES = 10;

/** True if an order shows that each piece of its product is a code: it has several pieces, and as many codes for each. */
export function showsCodePerPiece(codes: readonly string[], quantity: string): boolean {
  const pieces = toDecimal(quantity);
  if (!pieces.isInteger() || pieces.lessThan(TELLING_PIECES)) return false;
  return codes.length > 0 && new ExactDecimal(codes.length).modulo(pieces).isZero();
}

export function mostCodes({ quantity, codesPerPiece }: CodeBounds): number {
  const codes = toDecimal(quantity).ceil().times(codesPerPiece);
  return codes.greaterThan(MAX_CODES_PER_ORDER) ? MAX_CODES_PER_ORDER : codes.toNumber();
}
