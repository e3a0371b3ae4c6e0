import { usdText } from '../decimals.js';
import type { Model } from '../search/operation.js';

export type AccountAction =
  /** A ledger entry. */
  | {
      readonly kind: 'move';
      /** USD, negative for a charge; undefined for an order of which nobody knows what it cost. */
      readonly amount: bigint | undefined;
      /** Its number, where a statement shows it. */
      readonly sequence?: number | undefined;
      /** The balance that its answer, or the statement, tells. */
      readonly balanceAfter?: bigint | undefined;
      /** True for what is refused beyond balance and credit. */
      readonly isCharge: boolean;
    }
  | { readonly kind: 'limit'; readonly credit: bigint }
  | {
      readonly kind: 'read';
      readonly balance?: bigint | undefined;
      readonly credit?: bigint | undefined;
      /** Both together, as `profile` tells it. */
      readonly spendable?: bigint | undefined;
      /** The number of the last entry. */
      readonly sequence?: number | undefined;
      /** What can be spent is less than this. */
      readonly below?: bigint | undefined;
    };

/** Undefined is not known yet. `spendable` is `balance` and `credit` together, and may be known alone. */
export interface AccountState {
  readonly balance?: bigint | undefined;
  readonly credit?: bigint | undefined;
  readonly spendable?: bigint | undefined;
  readonly sequence?: number | undefined;
}

/**
 * The balance of an account as a register.
 * @param shownTo the last entry of a statement that was read from the first one on: it tells the order of the writes, as
 * recoverable versions do in Elle. 0 without one.
 */
export function accountModel(shownTo: number): Model<AccountState, AccountAction> {
  return {
    initial: shownTo > 0 ? { balance: 0n, sequence: 0 } : {},
    step(state, action) {
      switch (action.kind) {
        case 'move':
          return moved(state, action, shownTo);
        case 'limit': {
          const { balance, sequence } = state;
          return [complete({ balance, sequence, credit: action.credit })];
        }
        case 'read':
          return narrowed(state, action);
      }
    },
    keyOf: ({ balance, credit, spendable, sequence = '?' }) => {
      const money = [balance, credit, spendable].map((usd) =>
        usd === undefined ? '?' : usdText(usd),
      );
      return `balance ${money[0]} credit ${money[1]} together ${money[2]} entry ${sequence}`;
    },
    isRead: ({ kind }) => kind === 'read',
  };
}

function moved(
  state: AccountState,
  { amount, sequence: told, balanceAfter, isCharge }: Extract<AccountAction, { kind: 'move' }>,
  shownTo: number,
): readonly AccountState[] {
  const { balance, credit, spendable, sequence } = state;
  const isNext = told === undefined ? (sequence ?? shownTo) >= shownTo : sequence === told - 1;
  if (!isNext) return [];
  const following = sequence === undefined ? undefined : sequence + 1;
  if (amount === undefined) return [{ credit, sequence: following }];
  const after = complete({
    balance: balance === undefined ? balanceAfter : balance + amount,
    credit,
    spendable: spendable === undefined ? undefined : spendable + amount,
    sequence: following,
  });
  if (balanceAfter !== undefined && after.balance !== balanceAfter) return [];
  if (isCharge && after.spendable !== undefined && after.spendable < 0n) return [];
  return [after];
}

function narrowed(
  state: AccountState,
  { balance, credit, spendable, sequence, below }: Extract<AccountAction, { kind: 'read' }>,
): readonly AccountState[] {
  if (!agree(state.balance, balance) || !agree(state.credit, credit)) return [];
  if (!agree(state.spendable, spendable)) return [];
  if (!agree(state.sequence, sequence)) return [];
  if (below !== undefined && state.spendable !== undefined && state.spendable >= below) return [];
  const next = complete({
    balance: state.balance ?? balance,
    credit: state.credit ?? credit,
    spendable: state.spendable ?? spendable,
    sequence: state.sequence ?? sequence,
  });
  const { balance: own, credit: lent, spendable: both } = next;
  const isSum = own === undefined || lent === undefined || both === own + lent;
  return isSum && (lent ?? 0n) >= 0n ? [next] : [];
}

/** Two of the three amounts tell the third. */
function complete(state: AccountState): AccountState {
  const { balance, credit, spendable } = state;
  if (balance !== undefined && credit !== undefined) {
    return { ...state, spendable: spendable ?? balance + credit };
  }
  if (spendable === undefined) return state;
  if (balance !== undefined) return { ...state, credit: spendable - balance };
  if (credit !== undefined) return { ...state, balance: spendable - credit };
  return state;
}

function agree<T>(known: T | undefined, told: T | undefined): boolean {
  return known === undefined || told === undefined || known === told;
}
