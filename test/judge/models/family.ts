import type { Model } from '../search/operation.js';

export type FamilyAction =
  /** A successor was made; undefined where its answer was lost. */
  | { readonly kind: 'rotate'; readonly token: string; readonly successor: string | undefined }
  | { readonly kind: 'revoke' }
  /** The token was found to be in force, but the request was refused: that is no use of it. */
  | { readonly kind: 'known'; readonly token: string }
  /** The token was let in. */
  | { readonly kind: 'admitted'; readonly token: string }
  /** 121. */
  | { readonly kind: 'dead'; readonly token: string };

export interface FamilyState {
  readonly isRevoked: boolean;
  /** The successor that was not used yet. */
  readonly pending: string | null;
  /** Successors that another one replaced before their first use, in the order of the alphabet. */
  readonly replaced: readonly string[];
}

const LOST = '(lost)';

/**
 * A token and those that replace it. A history is shorter than a day, so tokens whose successor is in use are still good.
 * @param successors the tokens of the family that answers of `rotate` have told: they do not exist before
 */
export function familyModel(successors: ReadonlySet<string>): Model<FamilyState, FamilyAction> {
  return {
    initial: { isRevoked: false, pending: null, replaced: [...successors].sort() },
    step(state, action) {
      const { isRevoked, pending, replaced } = state;
      switch (action.kind) {
        case 'rotate': {
          if (isRevoked || replaced.includes(action.token)) return [];
          const { token, successor = LOST } = action;
          const dead = new Set(pending === null ? replaced : [...replaced, pending]);
          // Who asks for a successor is in use by that.
          for (const alive of [token, successor, LOST]) dead.delete(alive);
          return [{ isRevoked, pending: successor, replaced: [...dead].sort() }];
        }
        case 'revoke':
          return isRevoked ? [state] : [{ ...state, isRevoked: true }];
        case 'admitted':
          if (isRevoked || replaced.includes(action.token)) return [];
          return pending === action.token ? [{ ...state, pending: null }] : [state];
        case 'known':
          return isRevoked || replaced.includes(action.token) ? [] : [state];
        case 'dead':
          return isRevoked || replaced.includes(action.token) ? [state] : [];
      }
    },
    keyOf: ({ isRevoked, pending, replaced }) =>
      `${isRevoked ? 'revoked' : 'in force'}, pending ${pending ?? 'none'}, dead ${replaced.join()}`,
    isRead: ({ kind }) => kind === 'dead' || kind === 'known',
    isIdempotent: ({ kind }) => kind === 'admitted' || kind === 'revoke',
  };
}
