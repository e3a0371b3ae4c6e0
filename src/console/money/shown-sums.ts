import type { LedgerEntryDto } from '../../operations/accounts/balance.lists.js';
import { plainText, toDecimal } from '../../common/decimal.js';
import { sumOf } from '../../common/money.js';

type Entry = Pick<LedgerEntryDto, 'sequence' | 'amount' | 'balance_after'>;

/** What entries have moved, in USD as decimal text. */
export interface ShownSums {
  readonly added: string;
  /** Not positive. */
  readonly taken: string;
  /** The balance before the first entry and after the last one; undefined if others lie between them. */
  readonly balances: readonly [before: string, after: string] | undefined;
}

/** @param entries newest first. @returns undefined if there are none. */
export function sumsOf(entries: readonly Entry[]): ShownSums | undefined {
  const [last, first] = [entries.at(0), entries.at(-1)];
  if (!last || !first) return undefined;
  const amounts = entries.map(({ amount }) => amount);
  const span = BigInt(last.sequence) - BigInt(first.sequence) + 1n;
  return {
    added: sum(amounts.filter((amount) => !amount.startsWith('-'))),
    taken: sum(amounts.filter((amount) => amount.startsWith('-'))),
    balances:
      span === BigInt(entries.length) ? [balanceBefore(first), last.balance_after] : undefined,
  };
}

export function balanceBefore({ amount, balance_after: after }: Entry): string {
  return plainText(toDecimal(after).minus(toDecimal(amount)));
}

function sum(amounts: readonly string[]): string {
  return amounts.reduce(sumOf, '0');
}
