import { usd, usdText } from '../decimals.js';
import { numberOf, textOf } from './json.js';
import { matched, type OperatorCall } from './operator-calls.js';
import type { Reversal } from './operator-orders.js';
import type { OrderRecord } from './order-record.js';
import type { Moment } from './sightings.js';
import type { Entry } from './statements.js';

/** Something that moves the balance of an account, as those tell it who asked for it. */
export interface Movement {
  readonly moment: Moment;
  readonly kind: 'deposit' | 'adjustment' | 'debit' | 'refund' | 'reversal';
  /** USD, negative for a charge. */
  readonly amount: bigint | undefined;
  readonly balanceAfter: bigint | undefined;
  readonly record?: OrderRecord;
  readonly reference: string | undefined;
  readonly text: string;
}

/** Charges and refunds of orders. An order that nobody has seen, but that may exist, may have been charged. */
export function orderMovements(records: readonly OrderRecord[]): readonly Movement[] {
  return records
    .filter(({ tokens }) => tokens.size > 0)
    .filter((one) => (one.isShown ? one.total !== 0n : one.isUntold && !one.isSealed))
    .flatMap((record) => [charge(record), ...refund(record)]);
}

function charge(record: OrderRecord): Movement {
  const { isShown, total } = record;
  const amount = isShown && total !== undefined ? -total : undefined;
  const { placedFromMs: startMs } = record;
  const moment = momentOf(record, { startMs, endMs: isShown ? record.shownMs : Infinity });
  return { ...movementOf(record, 'debit', amount), moment };
}

/** None for an order that was seen accepted. */
function refund(record: OrderRecord): Movement[] {
  if (record.acceptedMs !== Infinity) return [];
  const amount = record.isShown ? record.total : undefined;
  const { closedFromMs: startMs, rejectedMs: endMs } = record;
  return [
    { ...movementOf(record, 'refund', amount), moment: momentOf(record, { startMs, endMs }) },
  ];
}

function movementOf(record: OrderRecord, kind: 'debit' | 'refund', amount: bigint | undefined) {
  const usdOf = amount === undefined ? 'an unknown amount' : usdText(amount);
  const text = `${kind} of the order under ${record.key}: ${usdOf}`;
  return { kind, amount, record, balanceAfter: undefined, reference: undefined, text };
}

function momentOf({ accountId }: OrderRecord, times: Pick<Moment, 'startMs' | 'endMs'>): Moment {
  return { client: `account ${accountId}`, instance: 'the shop', ...times };
}

export function reversalMovements(
  reversals: readonly Reversal[],
  accountId: number,
): readonly Movement[] {
  return reversals
    .filter(({ record }) => record.accountId === accountId)
    .map(({ record, call, reference, amount, balanceAfter }) => {
      const { text } = call;
      return { moment: call, kind: 'reversal', amount, balanceAfter, record, reference, text };
    });
}

/** What operators have paid in, or corrected. */
export function operatorMovements(
  calls: readonly OperatorCall[],
  accountId: number,
): readonly Movement[] {
  return calls.flatMap((call) => {
    for (const kind of ['deposit', 'adjustment'] as const) {
      const [account] = matched(call, 'POST', `accounts/*/${kind}s`) ?? [];
      if (numberOf(account) !== accountId) continue;
      const amount = usd(textOf(call.body.amount) ?? '');
      const balanceAfter = usd(textOf(call.json.balance) ?? '');
      const reference = textOf(call.body.reference);
      return [{ moment: call, kind, amount, balanceAfter, reference, text: call.text }];
    }
    return [];
  });
}

/** Finds entries by what they are about. */
export class EntryIndex {
  private readonly byText: ReadonlyMap<string, readonly Entry[]>;

  constructor(entries: readonly Entry[]) {
    const named = entries.flatMap((entry) =>
      [entry.kind, `${entry.kind} ${entry.orderId}`, `${entry.kind} of ${entry.key}`].map(
        (name) => ({
          name,
          entry,
        }),
      ),
    );
    const groups = Map.groupBy(named, ({ name }) => name);
    this.byText = new Map([...groups].map(([name, own]) => [name, own.map(({ entry }) => entry)]));
  }

  ofOrder(kind: string, { ids, key }: OrderRecord): readonly Entry[] {
    const byId = [...ids].flatMap((id) => this.byText.get(`${kind} ${id}`) ?? []);
    return byId.length > 0 ? byId : (this.byText.get(`${kind} of ${key}`) ?? []);
  }

  /** All charges that name one of its ids, or its key. */
  chargesOf({ ids, key }: OrderRecord): readonly Entry[] {
    const names = [...[...ids].map((id) => `debit ${id}`), `debit of ${key}`];
    return [...new Set(names.flatMap((name) => this.byText.get(name) ?? []))];
  }

  /** The entries that a movement may have written; one of them is its own. */
  of({ kind, record, reference, amount, balanceAfter }: Movement): readonly Entry[] {
    const all = record ? this.ofOrder(kind, record) : (this.byText.get(kind) ?? []);
    if (kind === 'debit' || kind === 'refund') return all;
    if (reference !== undefined) return all.filter((entry) => entry.reference === reference);
    return all.filter((entry) => entry.amount === amount && entry.balanceAfter === balanceAfter);
  }
}
