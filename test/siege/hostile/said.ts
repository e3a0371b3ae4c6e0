/** What a supplier says of the order under a key, in an answer as the API has it. */
export type Statement =
  | {
      readonly kind: 'accept';
      readonly id: string;
      readonly codes: readonly string[];
      /** False if these are more or longer codes than are taken. */
      readonly usable: boolean;
    }
  | { readonly kind: 'wait' | 'reject'; readonly id: string }
  /** Of newOrder: nothing was ordered by this request. */
  | { readonly kind: 'refused' }
  /** Of check: there is no order; or there never will be one. */
  | { readonly kind: 'unseen' | 'sealed' };

/** A statement, and when it was sent. */
export type Said = Statement & {
  /** By `Date.now()`, when its last byte was written. */
  readonly at: number;
  /** False if it was sent in a way in which it may not have been read, such as slowly or twice. */
  readonly certain: boolean;
};

/** What a supplier has said under each key, oldest first. */
export type SaidBook = ReadonlyMap<string, readonly Said[]>;

/** A text to be sent. */
export interface Answer {
  readonly text: string;
  /** What it says by the API; undefined if it is no answer of the API, so that nothing may be done for it. */
  readonly says?: Statement;
  /** True if JSON parsers do not agree what it says. */
  readonly ambiguous?: boolean;
}

const AS_IT_IS = /"@([^"@]*)@"/g;

/** JSON; of a text such as `@1e400@` the part between is written as it is. */
export function json(value: unknown): string {
  return JSON.stringify(value).replace(AS_IT_IS, '$1');
}
