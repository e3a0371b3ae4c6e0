import type { Model } from '../search/operation.js';

/** What a caller may be told of a product: it can be ordered, it is switched off for now, or there is none. */
export type Listed = 'orderable' | 'unavailable' | 'missing';

export type ListingAction =
  | { readonly kind: 'available'; readonly isAvailable: boolean }
  | { readonly kind: 'deleted'; readonly isDeleted: boolean }
  /** A rule that shows or hides the product; undefined for one that was taken back. */
  | {
      readonly kind: 'visible';
      readonly whose: 'everyone' | 'account';
      readonly isVisible: boolean | undefined;
    }
  /** A change that does not tell whether the product is seen, such as that of a category. */
  | { readonly kind: 'unknown' }
  /** An answer that there is only while one of these is true. */
  | { readonly kind: 'seen'; readonly among: readonly Listed[] };

/** Undefined is not known yet; null is the absence of a rule. */
export interface ListingState {
  readonly isAvailable?: boolean | undefined;
  readonly isDeleted?: boolean | undefined;
  readonly forEveryone?: boolean | null | undefined;
  readonly forAccount?: boolean | null | undefined;
  /** True once a change was made that cannot be followed. */
  readonly isLost: boolean;
}

/** Whether one account sees, and may order, one product. */
export const listingModel: Model<ListingState, ListingAction> = {
  initial: { forAccount: null, isLost: false },
  step(state, action) {
    switch (action.kind) {
      case 'available':
        return [{ ...state, isAvailable: action.isAvailable }];
      case 'deleted':
        return [{ ...state, isDeleted: action.isDeleted }];
      case 'visible': {
        const isVisible = action.isVisible ?? null;
        const whose = action.whose === 'everyone' ? 'forEveryone' : 'forAccount';
        return [{ ...state, [whose]: isVisible }];
      }
      case 'unknown':
        return [{ isLost: true }];
      case 'seen':
        if (state.isLost) return [state];
        return resolved(state).filter((one) => action.among.includes(listed(one)));
    }
  },
  keyOf: (state) =>
    JSON.stringify(
      [state.isAvailable, state.isDeleted, state.forEveryone, state.forAccount].map((part) =>
        part === undefined ? '?' : part,
      ),
    ) + (state.isLost ? ' lost' : ''),
  isRead: ({ kind }) => kind === 'seen',
  partSetBy: (action) => {
    if (action.kind === 'seen' || action.kind === 'unknown') return undefined;
    return action.kind === 'visible' ? action.whose : action.kind;
  },
};

interface ResolvedState extends ListingState {
  readonly isAvailable: boolean;
  readonly isDeleted: boolean;
}

/** The state with each value that its unknown parts may have. */
function resolved(state: ListingState): ResolvedState[] {
  const both = [true, false] as const;
  const availabilities = state.isAvailable === undefined ? both : [state.isAvailable];
  const deletions = state.isDeleted === undefined ? [false, true] : [state.isDeleted];
  const everyones = state.forEveryone === undefined ? [null, false] : [state.forEveryone];
  return availabilities.flatMap((isAvailable) =>
    deletions.flatMap((isDeleted) =>
      everyones.map((forEveryone) => ({ ...state, isAvailable, isDeleted, forEveryone })),
    ),
  );
}

function listed({ isAvailable, isDeleted, forEveryone, forAccount }: ResolvedState): Listed {
  const isVisible = forAccount ?? forEveryone ?? true;
  if (isDeleted || !isVisible) return 'missing';
  return isAvailable ? 'orderable' : 'unavailable';
}
