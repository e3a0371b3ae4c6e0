import type { Model } from '../search/operation.js';

/** One value that is written and read. */
export type RegisterAction<Value extends string | number> =
  | { readonly kind: 'write'; readonly value: Value }
  | { readonly kind: 'read'; readonly value: Value }
  /** A write that tells whether the value before was the expected one. */
  | {
      readonly kind: 'exchange';
      readonly expected: Value;
      readonly value: Value;
      readonly isDone: boolean;
    };

export function registerModel<Value extends string | number>(
  initial: Value,
): Model<Value, RegisterAction<Value>> {
  return {
    initial,
    step(state, action) {
      switch (action.kind) {
        case 'write':
          return [action.value];
        case 'read':
          return state === action.value ? [state] : [];
        case 'exchange':
          if ((state === action.expected) !== action.isDone) return [];
          return [action.isDone ? action.value : state];
      }
    },
    keyOf: String,
    isRead: ({ kind }) => kind === 'read',
    partSetBy: ({ kind }) => (kind === 'write' ? 'value' : undefined),
  };
}

/** A value that is not known at first: the first read tells it. */
export type ClosureState = string | undefined;

export type ClosureAction =
  | { readonly kind: 'set'; readonly closed: string }
  /** An answer that there is only while one of these parts is closed. */
  | { readonly kind: 'seen'; readonly among: readonly string[] };

/** What is closed to callers: `nothing`, `orders` or `everything`. */
export const closureModel: Model<ClosureState, ClosureAction> = {
  initial: undefined,
  step(state, action) {
    if (action.kind === 'set') return [action.closed];
    if (state === undefined) return action.among;
    return action.among.includes(state) ? [state] : [];
  },
  keyOf: (state) => state ?? 'unknown',
  isRead: ({ kind }) => kind === 'seen',
  partSetBy: ({ kind }) => (kind === 'set' ? 'closed' : undefined),
};
