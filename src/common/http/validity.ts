/** Tells whether something that was decided or read earlier may still be relied on, without asking the database. */
export interface Validity {
  /** Called at each use; it must answer at once. */
  isValid(): boolean;
}

/** Of what depends on nothing that changes. */
export const ALWAYS_VALID: Validity = { isValid: () => true };

/** Of what is not worth being remembered. */
export const NEVER_VALID: Validity = { isValid: () => false };
