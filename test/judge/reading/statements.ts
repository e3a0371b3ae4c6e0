import type { ShownOperation } from '../contradiction.js';
import { usd } from '../decimals.js';
import { normalKey, type ClientCall } from './client-calls.js';
import { fieldsOf, listOf, numberOf, textOf } from './json.js';
import { matched, type OperatorCall } from './operator-calls.js';
import { momentOf, textOfCall, type Moment } from './sightings.js';

/** One entry of a ledger as a statement shows it. */
export interface Entry {
  readonly sequence: number;
  readonly kind: string;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly orderId: string | undefined;
  readonly key: string | undefined;
  readonly reference: string | undefined;
  /** When its transaction began, by which pages go; texts of one length. */
  readonly createdAt: string | undefined;
  /** The first answer that shows it. */
  readonly seen: ShownOperation;
}

/** What a walk tells of the end of the ledger when its first page was read, since the newest entries come first. */
export interface LastEntryRead {
  readonly moment: Moment;
  /** 0 without an entry. */
  readonly sequence: number;
  /** USD. */
  readonly balance: bigint;
  readonly text: string;
}

interface Page {
  readonly moment: Moment;
  readonly accountId: number;
  readonly entries: readonly Entry[];
  readonly cursor: string | undefined;
  readonly next: string | undefined;
  /** True unless it is a part by time. */
  readonly isUnfiltered: boolean;
  readonly text: string;
}

/** The ledger of one account as all statements together show it. */
export class Statement {
  readonly entries = new Map<number, Entry>();
  readonly reads: LastEntryRead[] = [];
  /** Entries that two answers show differently, or that a whole statement leaves out. */
  readonly faults: { readonly what: string; readonly operations: readonly ShownOperation[] }[] = [];
  /** When the last whole statement began to be read; -Infinity without one. */
  wholeSinceMs = -Infinity;
  /** The last entry of the first whole statement; Infinity without one. */
  readTo = Infinity;

  /** All entries up to this one are known. */
  get shownTo(): number {
    let sequence = 0;
    while (this.entries.has(sequence + 1)) sequence++;
    return sequence;
  }

  add(entry: Entry): void {
    const known = this.entries.get(entry.sequence);
    if (!known) this.entries.set(entry.sequence, entry);
    else if (factsOf(known) !== factsOf(entry)) {
      const what = `two answers disagree about entry ${entry.sequence}`;
      this.faults.push({ what, operations: [known.seen, entry.seen] });
    } else if (entry.seen.endMs < known.seen.endMs) this.entries.set(entry.sequence, entry);
  }
}

/** All that statements, and ledgers on pages of operators, show; by account. */
export function statements(
  clients: readonly ClientCall[],
  operators: readonly OperatorCall[],
): ReadonlyMap<number, Statement> {
  const pages = [
    ...clients.flatMap((call) => clientPage(call) ?? []),
    ...operators.flatMap((call) => operatorPage(call) ?? []),
  ];
  const read = new Map<number, Statement>();
  const byCursor = new Map<string, Page>();
  for (const page of pages) {
    const statement = read.get(page.accountId) ?? new Statement();
    read.set(page.accountId, statement);
    for (const entry of page.entries) statement.add(entry);
    if (page.cursor !== undefined) byCursor.set(`${page.accountId} ${page.cursor}`, page);
  }
  for (const page of pages) {
    const statement = read.get(page.accountId);
    if (statement && page.cursor === undefined && page.isUnfiltered)
      walk(page, byCursor, statement);
  }
  return read;
}

/** Follows a first page to the end, or to where the history has none that follows. */
function walk(first: Page, byCursor: ReadonlyMap<string, Page>, statement: Statement): void {
  const pages: Page[] = [];
  let page: Page | undefined = first;
  while (page?.isUnfiltered === true && !pages.includes(page)) {
    pages.push(page);
    page = page.next === undefined ? undefined : byCursor.get(`${page.accountId} ${page.next}`);
  }
  const isWhole = pages.at(-1)?.next === undefined;
  const shown = pages.flatMap(({ entries }) => entries);
  const newest = newestOf(shown);
  const { sequence = 0, balanceAfter: balance = 0n } = newest ?? {};
  if (isWhole || (newest && !isBehind(sequence, shown, statement))) {
    statement.reads.push({ moment: first.moment, sequence, balance, text: first.text });
  }
  if (isWhole) {
    statement.wholeSinceMs = Math.max(statement.wholeSinceMs, first.moment.startMs);
    statement.readTo = Math.min(statement.readTo, sequence);
  }
  const missing = isWhole ? missingFrom(pages) : undefined;
  if (missing === undefined) return;
  const operations = pages.map(({ moment, text }) => ({ ...moment, text }));
  statement.faults.push({ what: `a statement leaves entry ${missing} out`, operations });
}

/** True where a later entry may stand on a page that was not read, since its transaction began before those of the entries shown. */
function isBehind(newest: number, shown: readonly Entry[], { entries }: Statement): boolean {
  const [oldest = ''] = shown.flatMap(({ createdAt }) => createdAt ?? []).sort();
  return [...entries.values()].some(
    ({ sequence, createdAt = oldest }) => sequence > newest && createdAt < oldest,
  );
}

function newestOf(entries: readonly Entry[]): Entry | undefined {
  return entries.reduce<Entry | undefined>(
    (newest, one) => (newest && newest.sequence > one.sequence ? newest : one),
    undefined,
  );
}

/**
 * The first entry that stands in none of the pages of a whole statement. A part may leave one out: pages go by time, which is that
 * of the transaction's start, and entries that were written at once may stand in another order there.
 */
function missingFrom(pages: readonly Page[]): number | undefined {
  const sequences = new Set(pages.flatMap(({ entries }) => entries.map((one) => one.sequence)));
  const most = [...sequences].reduce((one, other) => Math.max(one, other), 0);
  for (let sequence = 1; sequence <= most; sequence++) {
    if (!sequences.has(sequence)) return sequence;
  }
  return undefined;
}

function clientPage(call: ClientCall): Page | undefined {
  const { parameters, accountId, isOk, json } = call;
  if (call.route !== 'statement' || !isOk || (parameters.get('format') ?? 'json') !== 'json') {
    return undefined;
  }
  const { data, next } = fieldsOf(json);
  return pageOf({
    moment: momentOf(call),
    accountId,
    items: listOf(data),
    parameters,
    next,
    text: textOfCall(call),
  });
}

function operatorPage(call: OperatorCall): Page | undefined {
  const [account] = matched(call, 'GET', 'accounts/*/ledger') ?? [];
  if (account === undefined || call.endMs === Infinity) return undefined;
  const { items, next } = call.json;
  return pageOf({
    moment: call,
    accountId: Number(account),
    items: listOf(items),
    parameters: call.query,
    next,
    text: call.text,
  });
}

interface ReadPage {
  readonly moment: Moment;
  readonly accountId: number;
  readonly items: readonly unknown[];
  readonly parameters: URLSearchParams;
  readonly next: unknown;
  readonly text: string;
}

function pageOf({ moment, accountId, items, parameters, next, text }: ReadPage): Page {
  const { client, instance, startMs, endMs } = moment;
  const seen = { client, instance, startMs, endMs, text };
  return {
    moment,
    accountId,
    entries: items.flatMap((item) => entryOf(item, seen) ?? []),
    cursor: parameters.get('cursor') ?? undefined,
    next: textOf(next),
    isUnfiltered: !parameters.has('from') && !parameters.has('to'),
    text,
  };
}

export function isEntry(item: unknown): boolean {
  return entryOf(item, NOWHERE) !== undefined;
}

const NOWHERE: ShownOperation = { client: '', instance: '', startMs: 0, endMs: 0, text: '' };

function entryOf(item: unknown, seen: ShownOperation): Entry | undefined {
  const fields = fieldsOf(item);
  const sequence = numberOf(fields.sequence);
  const amount = usd(textOf(fields.amount) ?? '');
  const balanceAfter = usd(textOf(fields.balance_after) ?? '');
  if (sequence === undefined || amount === undefined || balanceAfter === undefined)
    return undefined;
  const key = textOf(fields.order_uuid);
  return {
    sequence,
    kind: textOf(fields.kind) ?? '',
    amount,
    balanceAfter,
    orderId: textOf(fields.order_id),
    key: key === undefined ? undefined : normalKey(key),
    reference: textOf(fields.reference),
    createdAt: textOf(fields.created_at),
    seen,
  };
}

/** What every answer must say alike of an entry. */
function factsOf({ kind, amount, balanceAfter, orderId }: Entry): string {
  return [kind, amount, balanceAfter, orderId ?? ''].join(' ');
}
