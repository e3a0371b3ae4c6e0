import { usdText } from '../decimals.js';
import { EntryIndex, type Movement } from '../reading/movements.js';
import type { OrderRecord } from '../reading/order-record.js';
import type { Entry, Statement } from '../reading/statements.js';
import type { ShownOperation } from '../contradiction.js';

interface Fault {
  readonly what: string;
  readonly operations: readonly ShownOperation[];
}

const KINDS = ['deposit', 'adjustment', 'debit', 'refund', 'reversal'];

/** What contradicts itself in the statements of one account, whatever the order of events was. */
export function ledgerFaults(
  statement: Statement,
  records: readonly OrderRecord[],
  movements: readonly Movement[],
): readonly Fault[] {
  const entries = [...statement.entries.values()].sort(
    (one, other) => one.sequence - other.sequence,
  );
  const index = new EntryIndex(entries);
  return [
    ...statement.faults,
    ...entries.flatMap((entry) => chainFault(entry, statement) ?? []),
    ...repeatedReferences(entries),
    ...orderFaults(entries, statement.shownTo),
    ...records.flatMap((record) => recordFaults(record, index, statement)),
    ...records.flatMap((record) => chargeFault(record, index) ?? []),
    ...movements.flatMap((movement) => amountFault(movement, index) ?? []),
    ...unknownKinds(entries),
    ...strayEntries(statement, entries, movements, records),
  ];
}

function chainFault(entry: Entry, { entries }: Statement): Fault | undefined {
  const before = entry.sequence === 1 ? 0n : entries.get(entry.sequence - 1)?.balanceAfter;
  if (before === undefined || before + entry.amount === entry.balanceAfter) return undefined;
  const sum = `${usdText(before)} and ${usdText(entry.amount)} are not ${usdText(entry.balanceAfter)}`;
  const earlier = entries.get(entry.sequence - 1);
  return fault(`entry ${entry.sequence}: ${sum}`, earlier ? [earlier, entry] : [entry]);
}

/** A movement that is asked for again, with its reference or under its idempotency key, is made once. */
function repeatedReferences(entries: readonly Entry[]): Fault[] {
  const byReference = Map.groupBy(entries, ({ reference }) => reference);
  return [...byReference].flatMap(([reference, own]) =>
    reference === undefined || own.length === 1
      ? []
      : [fault(`${own.length} entries have the reference ${reference}`, own)],
  );
}

/**
 * An order is charged once, refunded once and in full, and never paid back more than it has cost.
 * @param shownTo an order may have been charged in an entry that nobody has read, if that is not among these
 */
function orderFaults(entries: readonly Entry[], shownTo: number): Fault[] {
  const byOrder = Map.groupBy(entries, ({ orderId }) => orderId);
  return [...byOrder].flatMap(([id, own]) => {
    if (id === undefined) return [];
    const of = (kind: string): Entry[] => own.filter((entry) => entry.kind === kind);
    const debits = of('debit');
    const refunds = of('refund');
    const reversals = of('reversal');
    const cost = -sumOf(debits);
    const faults = [];
    if (debits.length > 1)
      faults.push(fault(`order ${id} was charged ${debits.length} times`, debits));
    if (refunds.length > 1) {
      faults.push(fault(`order ${id} was refunded ${refunds.length} times`, refunds));
    }
    if (debits.length === 0) {
      const isCharged = own.some(({ sequence }) => sequence > shownTo);
      if (!isCharged) faults.push(fault(`order ${id} was paid back without a charge`, own));
      return faults;
    }
    if (refunds.length === 1 && sumOf(refunds) !== cost) {
      faults.push(fault(`the refund of order ${id} is not what it has cost`, own));
    }
    if (sumOf(reversals) > cost)
      faults.push(fault(`order ${id} was paid back more than it has cost`, own));
    if (refunds.length > 0 && reversals.length > 0) {
      faults.push(fault(`order ${id} was refunded and reversed`, own));
    }
    return faults;
  });
}

function recordFaults(record: OrderRecord, index: EntryIndex, statement: Statement): Fault[] {
  const { total, shownMs, acceptedMs, rejectedMs, key } = record;
  if (!record.isShown || total === undefined || total === 0n) return [];
  const has = (kind: string): boolean => index.ofOrder(kind, record).length > 0;
  const shown = record.operations.slice(0, 4);
  const faults: Fault[] = [];
  if (shownMs < statement.wholeSinceMs && !has('debit')) {
    faults.push({
      what: `the order under ${key} is not charged in a later statement`,
      operations: shown,
    });
  }
  if (rejectedMs < statement.wholeSinceMs && !has('refund')) {
    faults.push({
      what: `the rejected order under ${key} is not refunded in a later statement`,
      operations: shown,
    });
  }
  if (acceptedMs !== Infinity && has('refund'))
    faults.push(
      fault(`an accepted order under ${key} was refunded`, index.ofOrder('refund', record)),
    );
  if (rejectedMs !== Infinity && has('reversal'))
    faults.push(
      fault(`a rejected order under ${key} was reversed`, index.ofOrder('reversal', record)),
    );
  return faults;
}

/** What is charged for a key is charged once, for the one order under it, and is what that has cost. */
function chargeFault(record: OrderRecord, index: EntryIndex): Fault | undefined {
  const { key, ids, total, isShown, isSealed } = record;
  const charges = index.chargesOf(record);
  const [charge] = charges;
  if (!charge) return undefined;
  if (charges.length > 1) {
    return fault(`the order under ${key} was charged ${charges.length} times`, charges);
  }
  if (isSealed) return fault(`${key} was sealed, and charged`, charges);
  if (!isShown) return undefined;
  if (charge.orderId !== undefined && !ids.has(charge.orderId)) {
    return fault(`${key} was charged for ${charge.orderId}, which is not its order`, charges);
  }
  if (total === undefined || charge.amount === -total) return undefined;
  return fault(`the order under ${key} costs ${usdText(total)}`, charges);
}

/** The amount that was asked for and the amount that was written are one. */
function amountFault(movement: Movement, index: EntryIndex): Fault | undefined {
  const { amount, moment, text } = movement;
  if (amount === undefined) return undefined;
  const [entry] = index.of(movement);
  if (!entry || entry.amount === amount) return undefined;
  const { operations } = fault('', [entry]);
  const what = `entry ${entry.sequence} is ${usdText(entry.amount)}, not ${usdText(amount)}`;
  return { what, operations: [{ ...moment, text }, ...operations] };
}

/**
 * Entries that nobody asked for, behind the first one of this history. Refunds are made by the shop itself, but each is that of an
 * order.
 */
function strayEntries(
  statement: Statement,
  entries: readonly Entry[],
  movements: readonly Movement[],
  records: readonly OrderRecord[],
): Fault[] {
  const index = new EntryIndex(entries);
  const asked = movements.flatMap((movement) => index.of(movement));
  const first = asked.reduce((least, one) => Math.min(least, one.sequence), statement.readTo + 1);
  const own = entries.filter(({ sequence }) => sequence >= first);
  return [
    ...strayCharges(own, records),
    ...strayMovements(own, movements, records),
    ...own
      .filter(({ kind, orderId, key }) => kind === 'refund' && (orderId ?? key) === undefined)
      .map((entry) => fault(`entry ${entry.sequence} refunds no order`, [entry])),
  ];
}

function unknownKinds(entries: readonly Entry[]): Fault[] {
  return entries
    .filter(({ kind }) => !KINDS.includes(kind))
    .map((entry) => fault(`entry ${entry.sequence} is of no known kind`, [entry]));
}

/** Charges of orders that nobody asked for. */
function strayCharges(entries: readonly Entry[], records: readonly OrderRecord[]): Fault[] {
  const asked = new Set(
    records.filter(({ firstTryMs }) => firstTryMs !== Infinity).map(({ key }) => key),
  );
  return (
    entries
      .filter(({ kind }) => kind === 'debit')
      // Pages of operators name the order alone.
      .filter(({ key, orderId }) => (key === undefined ? orderId === undefined : !asked.has(key)))
      .map((entry) =>
        fault(`entry ${entry.sequence} charges an order that nobody asked for`, [entry]),
      )
  );
}

/**
 * Deposits, adjustments and reversals that nobody asked for. A movement that was asked for without a reference, and whose answer does
 * not tell the balance either, may be any entry of its amount.
 */
function strayMovements(
  entries: readonly Entry[],
  movements: readonly Movement[],
  records: readonly OrderRecord[],
): Fault[] {
  const index = new EntryIndex(entries);
  const knownIds = new Set(records.flatMap(({ ids }) => [...ids]));
  return (['deposit', 'adjustment', 'reversal'] as const).flatMap((kind) => {
    const asked = new Set<Entry>();
    const unsure: (bigint | undefined)[] = [];
    for (const movement of movements.filter((one) => one.kind === kind)) {
      const entry = index.of(movement).find((one) => !asked.has(one));
      if (entry) asked.add(entry);
      else if (movement.reference === undefined) unsure.push(movement.amount);
    }
    const strays = entries.filter((entry) => {
      if (entry.kind !== kind || asked.has(entry)) return false;
      // A reversal of an order that is known under no id may be one of these that were asked for.
      if (kind === 'reversal' && !knownIds.has(entry.orderId ?? '')) return false;
      const place = unsure.findIndex((amount) => amount === undefined || amount === entry.amount);
      if (place >= 0) unsure.splice(place, 1);
      return place < 0;
    });
    return strays.map((entry) =>
      fault(`entry ${entry.sequence}, a ${kind}, is one that nobody asked for`, [entry]),
    );
  });
}

function sumOf(entries: readonly Entry[]): bigint {
  return entries.reduce((sum, { amount }) => sum + amount, 0n);
}

function fault(what: string, entries: readonly Entry[]): Fault {
  const operations = entries.map(({ seen, sequence, kind, amount }) => ({
    ...seen,
    text: `entry ${sequence}, ${kind} ${usdText(amount)}: ${seen.text}`,
  }));
  return { what, operations };
}
