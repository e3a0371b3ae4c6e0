import type { MessageValues } from '../common/message-key.js';

/** A sentence for each key, from its values. */
export type FaultSentences = {
  readonly [Key in keyof MessageValues]: (values: MessageValues[Key]) => string;
};

/** The greatest number of an item. It says nothing to a person. */
export const MAX_ID = 2_147_483_647;
