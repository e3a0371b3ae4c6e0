/** What a verifier is given beside the files; all are texts of saved answers or hashes in hexadecimal. */
export interface VerifyOptions {
  /** Files from before: whatever stands in them must still be there. */
  readonly kept?: readonly string[];
  /** The answer of receipts/keys; without it, no signature can be checked. */
  readonly keys?: string;
  /** Of keys, as the owner of the shop gave them to you: then no other key is accepted. */
  readonly fingerprints?: readonly string[];
  /** Answers of the shop's witness and of its proof for your account. */
  readonly witness?: readonly string[];
  /** Of the entry or event before a part that does not begin with number 1. */
  readonly after?: readonly string[];
  /** The `ledger_hash` of the profile, at which the statement must end. */
  readonly head?: string;
  /** True if entries of the old form whose texts are withheld are no fault. */
  readonly allowWithheld?: boolean;
}

export interface Verdict {
  /**
   * 0 if all is consistent, 1 if something is altered, forked or cannot be verified, 2 if a file is no statement, 3 if a break
   * that the shop has signed explains what is missing.
   */
  readonly code: 0 | 1 | 2 | 3;
  /** What was found, in English. */
  readonly lines: readonly string[];
}

/**
 * Verifies what a shop has told of ledger and orders, without the network. Runs in Node alone.
 * @param texts saved answers of statement, orders/changes and profile, as JSON or JSON lines
 */
export function verify(texts: readonly string[], options?: VerifyOptions): Verdict;
