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
  /** While the credit is not known: charges have left the balance below 0 by so much. */
  readonly creditAtLeast?: bigint | undefined;
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
          return completed({ balance, sequence, credit: action.credit });
        }
        case 'read':
          return narrowed(state, action);
      }
    },
    keyOf: ({ balance, credit, spendable, sequence = '?', creditAtLeast }) => {
      const money = [balance, credit, spendable].map((usd) =>
        usd === undefined ? '?' : usdText(usd),
      );
      const least = creditAtLeast === undefined ? '' : ` (at least ${usdText(creditAtLeast)})`;
      return `balance ${money[0]} credit ${money[1]}${least} together ${money[2]} entry ${sequence}`;
    },
    isRead: ({ kind }) => kind === 'read',
  };
}

function moved(
  state: AccountState,
  { amount, sequence: told, balanceAfter, isCharge }: Extract<AccountAction, { kind: 'move' }>,
  shownTo: number,
): readonly AccountState[] {
  const { balance, credit, spendable, sequence, creditAtLeast } = state;
  const isNext = told === undefined ? (sequence ?? shownTo) >= shownTo : sequence === told - 1;
  if (!isNext) return [];
  const following = sequence === undefined ? undefined : sequence + 1;
  if (amount === undefined) return [{ credit, sequence: following, creditAtLeast }];
  const own = balance === undefined ? balanceAfter : balance + amount;
  if (balanceAfter !== undefined && own !== balanceAfter) return [];
  const after = completed({
    balance: own,
    credit,
    spendable: spendable === undefined ? undefined : spendable + amount,
    sequence: following,
    creditAtLeast: isCharge ? greater(creditAtLeast, own === undefined ? 0n : -own) : creditAtLeast,
  });
  return isCharge ? after.filter((one) => (one.spendable ?? 0n) >= 0n) : after;
}

function narrowed(
  state: AccountState,
  { balance, credit, spendable, sequence, below }: Extract<AccountAction, { kind: 'read' }>,
): readonly AccountState[] {
  if (!agree(state.balance, balance) || !agree(state.credit, credit)) return [];
  if (!agree(state.spendable, spendable)) return [];
  if (!agree(state.sequence, sequence)) return [];
  if (below !== undefined && state.spendable !== undefined && state.spendable >= below) return [];
  const next = completed({
    balance: state.balance ?? balance,
    credit: state.credit ?? credit,
    spendable: state.spendable ?? spendable,
    sequence: state.sequence ?? sequence,
    creditAtLeast: state.creditAtLeast,
  });
  return next.filter(
    ({ balance: own, credit: lent, spendable: both }) =>
      (own === undefined || lent === undefined || both === own + lent) && (lent ?? 0n) >= 0n,
  );
}

/** Two of the three amounts tell the third. @returns nothing where the credit is less than what was charged on it before */
function completed(state: AccountState): readonly AccountState[] {
  const { balance, credit, spendable, sequence, creditAtLeast } = state;
  if (credit === undefined) {
    if (balance === undefined || spendable === undefined) return [state];
    return completed({ ...state, credit: spendable - balance });
  }
  if (credit < (creditAtLeast ?? credit)) return [];
  const own = balance ?? (spendable === undefined ? undefined : spendable - credit);
  const both = spendable ?? (own === undefined ? undefined : own + credit);
  return [{ balance: own, credit, spendable: both, sequence }];
}

function greater(one: bigint | undefined, other: bigint): bigint | undefined {
  return other > (one ?? 0n) ? other : one;
}

function agree<T>(known: T | undefined, told: T | undefined): boolean {
  return known === undefined || told === undefined || known === told;
}
