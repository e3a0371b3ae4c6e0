/** What can be said of a file that a reseller has saved. */
export const VERDICTS = [
  'ours',
  'altered-in-file',
  'altered-in-database',
  'from-before-break',
  'of-unknown-history',
  'not-ours',
  'unsigned',
] as const;
export type ReceiptVerdict = (typeof VERDICTS)[number];

/** In which history of the database something was signed; `left` is one that a break has left behind. */
export const HISTORIES = ['present', 'left', 'unknown'] as const;
export type SignedHistory = (typeof HISTORIES)[number];

export interface ReceiptFindings {
  /** False for another account, and for a signature that no key of the shop has made. */
  readonly isOurs: boolean;
  /** True if the database is not what its own hashes say, or the shop has signed in its present history. */
  readonly isChanged: boolean;
  /** True if something in the file is not what its own hashes say. */
  readonly isAltered: boolean;
  /** True if the file tells something that the database does not have, and to which no signature of the shop leads. */
  readonly isUnsigned: boolean;
  /** The histories of the checkpoints which the shop has signed, and the database contradicts. */
  readonly contradicted: ReadonlySet<SignedHistory>;
}

/** What the shop has signed and does not have comes first: it proves more than what anybody may have written into a file. */
export function receiptVerdict(found: ReceiptFindings): ReceiptVerdict {
  const { isOurs, isChanged, isAltered, isUnsigned, contradicted } = found;
  if (isChanged) return 'altered-in-database';
  if (!isOurs) return 'not-ours';
  if (isAltered) return 'altered-in-file';
  if (isUnsigned) return 'unsigned';
  if (contradicted.has('unknown')) return 'of-unknown-history';
  return contradicted.has('left') ? 'from-before-break' : 'ours';
}
