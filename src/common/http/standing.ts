/** How long something that was decided or read may be relied on without asking again. */
export interface Standing {
  /** Asked at each use; must not wait. */
  holds(): boolean;
}

/** Of what depends on nothing that changes. */
export const ALWAYS: Standing = { holds: () => true };
