import type { AppError } from '../../common/app-error.js';
import { numericText, toDecimal } from '../../common/decimal.js';
import { negated, sumOf } from '../../common/money.js';
import {
  InsufficientBalanceError,
  OrdersHaltedError,
  SpendCapExceededError,
} from '../account.errors.js';

export interface Spending {
  /** The orders of the account are halted. */
  readonly isHalted: boolean;
  /** USD: balance plus credit limit. */
  readonly spendable: string;
}

/** Why an order that costs so much is refused: 111 while the orders of the account are halted, 100 if it is not covered. */
export function chargeRefusal(
  { isHalted, spendable }: Spending,
  amount: string,
): AppError | undefined {
  if (isHalted) return new OrdersHaltedError();
  if (covers(spendable, amount)) return undefined;
  return new InsufficientBalanceError(numericText(amount), numericText(spendable));
}

/** Why an order that costs so much is refused (119) if that is more than the cap leaves. All are USD. */
export function capRefusal(
  { cap, spent }: { readonly cap: string; readonly spent: string },
  amount: string,
): AppError {
  const left = sumOf(cap, negated(spent));
  return new SpendCapExceededError(numericText(amount), numericText(cap), left);
}

/** An order of 0 USD needs no balance, and the account may owe more than its credit limit. */
function covers(spendable: string, amount: string): boolean {
  const price = toDecimal(amount);
  return price.isZero() || toDecimal(spendable).greaterThanOrEqualTo(price);
}
