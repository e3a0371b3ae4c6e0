import { usdText } from '../decimals.js';
import type { Model } from '../search/operation.js';

export type CapAction =
  | { readonly kind: 'cap'; readonly cap: bigint }
  | { readonly kind: 'spend'; readonly total: bigint }
  /** An order was rejected: its amount is free again. */
  | { readonly kind: 'give back'; readonly total: bigint }
  /** 119 for an order that would have cost at most so much. */
  | { readonly kind: 'refused'; readonly mostTotal: bigint };

export interface CapState {
  readonly cap: bigint;
  readonly spent: bigint;
}

/** The daily spend cap of a family of tokens, over a history that is shorter than a day. */
export function spendCapModel(cap: bigint): Model<CapState, CapAction> {
  return {
    initial: { cap, spent: 0n },
    step(state, action) {
      switch (action.kind) {
        case 'cap':
          return [{ ...state, cap: action.cap }];
        case 'spend': {
          const spent = state.spent + action.total;
          return spent <= state.cap ? [{ ...state, spent }] : [];
        }
        case 'give back':
          return [{ ...state, spent: state.spent - action.total }];
        case 'refused':
          return state.spent + action.mostTotal > state.cap ? [state] : [];
      }
    },
    keyOf: ({ cap, spent }) => `${usdText(spent)} of ${usdText(cap)}`,
    isRead: ({ kind }) => kind === 'refused',
  };
}
