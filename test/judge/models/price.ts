import { charge, withPercentage } from '../decimals.js';
import type { Model } from '../search/operation.js';

/** What an account pays besides the base price of a product. */
export type PriceRule =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed'; readonly price: string }
  | { readonly kind: 'percentage'; readonly percentage: string };

export type PriceAction =
  | { readonly kind: 'base'; readonly price: string }
  | { readonly kind: 'rule'; readonly rule: PriceRule }
  /** A change that does not tell the new price, such as an import. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'shown'; readonly price: string }
  /** An order was charged so much. */
  | {
      readonly kind: 'charged';
      readonly total: bigint;
      readonly quantity: string;
      /** Where an answer tells it. */
      readonly unitPrice?: string | undefined;
    }
  /** 118: so many would have cost more than this. */
  | { readonly kind: 'above'; readonly limit: bigint; readonly quantity: string };

export interface PriceState {
  readonly base?: string | undefined;
  /** Undefined after an unknown change; then nothing is judged until the account has a price of its own. */
  readonly rule?: PriceRule | undefined;
}

/** The price of one product for one account. */
export const priceModel: Model<PriceState, PriceAction> = {
  initial: { rule: { kind: 'none' } },
  step(state, action) {
    switch (action.kind) {
      case 'base':
        return [{ ...state, base: action.price }];
      case 'rule':
        // What a rule of a group or category adds is not known, unless a fixed price replaces it.
        return action.rule.kind === 'fixed' || state.rule
          ? [{ ...state, rule: action.rule }]
          : [state];
      case 'unknown':
        return [{}];
      case 'shown':
        return shown(state, action.price);
      case 'charged': {
        const { total, quantity, unitPrice } = action;
        const price = effective(state) ?? unitPrice;
        if (price !== undefined && charge(price, quantity) !== total) return [];
        return unitPrice === undefined ? [state] : shown(state, unitPrice);
      }
      case 'above': {
        const price = effective(state);
        const total = price === undefined ? undefined : charge(price, action.quantity);
        return total === undefined || total > action.limit ? [state] : [];
      }
    }
  },
  keyOf: (state) => JSON.stringify([state.base ?? null, state.rule ?? null]),
  isRead: ({ kind }) => kind === 'shown' || kind === 'charged' || kind === 'above',
  partSetBy: ({ kind }) => (kind === 'base' ? 'base' : undefined),
};

function shown(state: PriceState, price: string): readonly PriceState[] {
  const known = effective(state);
  if (known !== undefined) return known === price ? [state] : [];
  const learns = state.rule?.kind === 'none' && state.base === undefined;
  return [learns ? { ...state, base: price } : state];
}

function effective({ base, rule }: PriceState): string | undefined {
  if (rule?.kind === 'fixed') return rule.price;
  if (base === undefined || rule === undefined) return undefined;
  return rule.kind === 'none' ? base : withPercentage(base, rule.percentage);
}
