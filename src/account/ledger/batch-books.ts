import { numericText, toDecimal } from '../../common/decimal.js';
import type { AppError } from '../../common/app-error.js';
import { negated, sumOf } from '../../common/money.js';
import type { Principal } from '../access/principal.js';
import { capRefusal, chargeRefusal, type Spending } from './charge-refusal.js';
import { lowBalanceEvent, type LowBalanceEvent } from './low-balance.js';

/** An account that pays. */
export interface PayingAccount extends Spending {
  readonly accountId: number;
}

/** What the tokens of a family may spend in 24 hours, and have spent. Both are USD. */
export interface CappedFamily {
  readonly family: number;
  /** Null if no token of the family has a cap any more. */
  readonly cap: string | null;
  readonly spent: string;
}

/** The charge of an order. `amount` is USD as decimal text, and not negative. */
export interface OrderCharge {
  readonly accountId: number;
  readonly orderId: string;
  readonly amount: string;
}

/** A charge that takes the spendable amount below the threshold of a webhook. */
export interface LowBalance {
  readonly accountId: number;
  readonly event: LowBalanceEvent;
  readonly listeners: Principal['listeners'];
}

/**
 * Balances and caps of a batch of orders, or of a single one, while the rows of the accounts are locked, or as they were read for a quote:
 * each order is decided by what those before it have left, as if all came one after the other. Nothing is written here.
 */
export class BatchBooks {
  private readonly accounts: Map<number, PayingAccount>;
  private readonly families: Map<number, CappedFamily>;
  private readonly posted = new Map<string, OrderCharge>();
  private readonly counted = new Map<string, number>();
  private readonly low = new Map<string, LowBalance>();

  constructor(accounts: readonly PayingAccount[], families: readonly CappedFamily[]) {
    this.accounts = new Map(accounts.map((account) => [account.accountId, account]));
    this.families = new Map(families.map((one) => [one.family, one]));
  }

  /** In the order in which they were charged. */
  get charges(): OrderCharge[] {
    return [...this.posted.values()];
  }

  /** USD that each family has spent by these charges. */
  get spent(): { readonly family: number; readonly amount: string }[] {
    const sums = new Map<number, string>();
    for (const [orderId, family] of this.counted) {
      sums.set(family, sumOf(sums.get(family) ?? '0', this.posted.get(orderId)?.amount ?? '0'));
    }
    return [...sums].map(([family, amount]) => ({ family, amount }));
  }

  get warnings(): LowBalance[] {
    return [...this.low.values()];
  }

  /** USD: balance plus credit limit, less what was charged here. */
  spendableOf(accountId: number): string {
    return this.account(accountId).spendable;
  }

  /** An order of 0 USD leaves no entry. @returns why the order is refused: 100, or 111 while the account is halted */
  charge(charge: OrderCharge): AppError | undefined {
    const refusal = chargeRefusal(this.account(charge.accountId), charge.amount);
    if (refusal || numericText(charge.amount) === '0') return refusal;
    this.posted.set(charge.orderId, charge);
    this.spend(charge, negated(charge.amount));
    return undefined;
  }

  /** Counts the charge of an order for the cap of a family. @returns why the order is refused (119) */
  count(orderId: string, family: number): AppError | undefined {
    const charge = this.posted.get(orderId);
    const capped = this.families.get(family);
    if (!charge || !capped) return undefined;
    const { cap } = capped;
    const spent = sumOf(capped.spent, charge.amount);
    if (cap !== null && toDecimal(spent).greaterThan(toDecimal(cap))) {
      return capRefusal({ cap, spent: capped.spent }, charge.amount);
    }
    this.families.set(family, { ...capped, spent });
    this.counted.set(orderId, family);
    return undefined;
  }

  /** Notes whether the charge of an order, which must be the last one of its account, takes it below the threshold of its webhook. */
  warnIfLow(
    orderId: string,
    { webhook, listeners }: Pick<Principal, 'webhook' | 'listeners'>,
  ): void {
    const charge = this.posted.get(orderId);
    const balanceLow = webhook?.balanceLow ?? null;
    if (!charge || balanceLow === null) return;
    const { accountId, amount: charged } = charge;
    const spendable = this.spendableOf(accountId);
    const event = lowBalanceEvent({ spendable, balanceLow, charged });
    if (event) this.low.set(orderId, { accountId, event, listeners });
  }

  /** Takes back what was noted of an order that is refused, which must be the last one. */
  takeBack(orderId: string): void {
    const charge = this.posted.get(orderId);
    if (!charge) return;
    this.posted.delete(orderId);
    this.spend(charge, charge.amount);
  }

  private spend({ accountId }: OrderCharge, amount: string): void {
    const account = this.account(accountId);
    this.accounts.set(accountId, { ...account, spendable: sumOf(account.spendable, amount) });
  }

  private account(accountId: number): PayingAccount {
    const account = this.accounts.get(accountId);
    if (!account) throw new Error(`account ${accountId} is missing`);
    return account;
  }
}
