/** Which state of the shop something was read from. Compared for equality only: a restored backup may count anew. */
export interface Revisions {
  /** Raised with every change of the catalog and of the rules on it. */
  readonly catalog: string;
  /** Raised with every change of what the door decides on: tokens, accounts, Allowed IPs, maintenance, webhooks. */
  readonly access: string;
}

/** Raised by triggers, which also notify this channel. */
export const REVISION_CHANNEL = 'souk_revision';

export const READ_REVISIONS = `
  SELECT catalog_revision.revision AS catalog, access_revision.revision AS access
  FROM catalog_revision, access_revision`;
