import { usd, usdText } from '../decimals.js';
import { accountModel, type AccountAction } from '../models/account.js';
import type { ClientCall } from '../reading/client-calls.js';
import { fieldsOf, numberOf, textOf } from '../reading/json.js';
import {
  EntryIndex,
  operatorMovements,
  orderMovements,
  reversalMovements,
  type Movement,
} from '../reading/movements.js';
import { matched, type OperatorCall } from '../reading/operator-calls.js';
import type { Reversal } from '../reading/operator-orders.js';
import type { OrderRecord } from '../reading/order-record.js';
import type { SeenPrices } from '../reading/seen-prices.js';
import { momentOf, textOfCall, type Moment } from '../reading/sightings.js';
import { Statement, statements, type Entry } from '../reading/statements.js';
import { wishOf } from '../reading/wishes.js';
import type { Operation } from '../search/operation.js';
import type { Tally } from '../tally.js';
import { ledgerFaults } from './ledger-faults.js';

const CHECKER = 'account';
const BALANCE_TOO_LOW = 100;

type AccountOperation = Operation<AccountAction>;

/** What the checker of accounts reads. */
export interface AccountSources {
  readonly clients: readonly ClientCall[];
  readonly operators: readonly OperatorCall[];
  readonly records: readonly OrderRecord[];
  readonly reversals: readonly Reversal[];
  readonly prices: SeenPrices;
}

export function judgeAccounts(sources: AccountSources, tally: Tally): void {
  const shown = statements(sources.clients, sources.operators);
  const ids = new Set([...sources.clients.map(({ accountId }) => accountId), ...shown.keys()]);
  for (const id of ids) judgeAccount(id, shown.get(id) ?? new Statement(), sources, tally);
}

function judgeAccount(id: number, statement: Statement, sources: AccountSources, tally: Tally) {
  const records = sources.records.filter(({ accountId }) => accountId === id);
  const movements = [
    ...orderMovements(records),
    ...reversalMovements(sources.reversals, id),
    ...operatorMovements(sources.operators, id),
  ];
  const faults = ledgerFaults(statement, records, movements);
  const subject = `account ${id}`;
  for (const fault of faults) tally.contradict({ checker: CHECKER, subject, ...fault });
  const { shownTo } = statement;
  const operations = [
    ...movementOperations(movements, statement, shownTo),
    ...clientReads(id, sources.clients),
    ...refusals(id, sources),
    ...statementReads(statement),
    ...operatorOperations(id, sources.operators),
  ];
  // A ledger that contradicts itself is no witness of the order of events.
  const model = accountModel(shownTo);
  const isRight = faults.length > 0 || tally.isPossible(model, narrowed(operations));
  if (isRight) tally.count(CHECKER, operations.length);
  else tally.judge(CHECKER, subject, model, operations);
}

/** What was moved, with the entries that tell in which order; entries that nobody asked for in this history, too. */
function movementOperations(
  movements: readonly Movement[],
  { entries, wholeSinceMs }: Statement,
  shownTo: number,
): AccountOperation[] {
  const known = [...entries.values()].filter(({ sequence }) => sequence <= shownTo);
  const index = new EntryIndex(known);
  const taken = new Set<Entry>();
  const moved = movements.map((movement) => {
    const entry = index.of(movement).find((one) => !taken.has(one));
    if (entry) taken.add(entry);
    const operation = movementOperation(movement, entry);
    if (entry || operation.endMs !== Infinity) return operation;
    // What a whole statement does not show has not happened before it was read.
    return { ...operation, startMs: Math.max(operation.startMs, wholeSinceMs) };
  });
  const others = known.filter((entry) => !taken.has(entry)).map((entry) => entryOperation(entry));
  return [...moved, ...others];
}

function movementOperation(movement: Movement, entry: Entry | undefined): AccountOperation {
  const { moment, amount, balanceAfter, kind, text } = movement;
  const { client, instance, startMs, endMs } = moment;
  const action: AccountAction = {
    kind: 'move',
    amount: entry?.amount ?? amount,
    sequence: entry?.sequence,
    balanceAfter: balanceAfter ?? entry?.balanceAfter,
    isCharge: kind === 'debit',
  };
  const seenMs = Math.min(endMs, entry?.seen.endMs ?? Infinity);
  const place = entry ? `${text} (entry ${entry.sequence})` : text;
  return { client, instance, startMs, endMs: seenMs, action, text: place };
}

function entryOperation({ sequence, kind, amount, balanceAfter, seen }: Entry): AccountOperation {
  const isCharge = kind === 'debit';
  const action: AccountAction = { kind: 'move', amount, sequence, balanceAfter, isCharge };
  const text = `${kind} ${usdText(amount)} (entry ${sequence})`;
  return { client: 'the shop', instance: '', startMs: 0, endMs: seen.endMs, action, text };
}

/**
 * The same with shorter times of the entries: none began before the one before it, or ended after the one behind it. Few
 * are open at once then, however late an answer has told of a refund.
 */
function narrowed(operations: readonly AccountOperation[]): readonly AccountOperation[] {
  const entries = operations
    .flatMap((one) =>
      one.action.kind === 'move' && one.action.sequence !== undefined ? [one] : [],
    )
    .sort((one, other) => sequenceOf(one) - sequenceOf(other));
  const starts = entries.map(({ startMs }) => startMs);
  const ends = entries.map(({ endMs }) => endMs);
  for (let index = 1; index < entries.length; index++) {
    starts[index] = Math.max(starts[index] ?? 0, starts[index - 1] ?? 0);
  }
  for (let index = entries.length - 2; index >= 0; index--) {
    ends[index] = Math.min(ends[index] ?? 0, ends[index + 1] ?? 0);
  }
  // Such entries contradict each other, which their own times show best.
  if (starts.some((startMs, index) => startMs > (ends[index] ?? 0))) return operations;
  const times = new Map(
    entries.map((one, index) => [one, { startMs: starts[index] ?? 0, endMs: ends[index] ?? 0 }]),
  );
  return operations.map((one) => ({ ...one, ...times.get(one) }));
}

function sequenceOf({ action }: AccountOperation): number {
  return action.kind === 'move' ? (action.sequence ?? 0) : 0;
}

/** `profile` and quotes tell what can be spent. */
function clientReads(id: number, calls: readonly ClientCall[]): AccountOperation[] {
  return calls.flatMap((call) => {
    const isRead = call.route === 'profile' || call.route === 'quote';
    if (call.accountId !== id || !isRead || !call.isOk) return [];
    const fields = fieldsOf(call.json);
    const { balance } = call.route === 'quote' ? fieldsOf(fields.data) : fields;
    const last = numberOf(fields.ledger_sequence);
    const spendable = usd(textOf(balance) ?? '');
    const action = { kind: 'read', spendable, sequence: last } as const;
    return [operation(momentOf(call), action, textOfCall(call))];
  });
}

/** 100 tells that the order would have cost more than could be spent. */
function refusals(id: number, { clients, prices }: AccountSources): AccountOperation[] {
  return clients.flatMap((call) => {
    if (call.accountId !== id || call.code !== BALANCE_TOO_LOW || call.route !== 'newOrder') {
      return [];
    }
    const below = prices.mostTotal(id, wishOf(call), call.call.startMs);
    const action = { kind: 'read', below } as const;
    return below === undefined ? [] : [operation(momentOf(call), action, textOfCall(call))];
  });
}

function statementReads({ reads }: Statement): AccountOperation[] {
  return reads.map(({ moment, sequence, balance, text }) =>
    operation(moment, { kind: 'read', sequence, balance }, text),
  );
}

function operatorOperations(id: number, calls: readonly OperatorCall[]): AccountOperation[] {
  return calls.flatMap((call) => {
    const { json, body, text, endMs } = call;
    const credit = usd(textOf(json.credit_limit) ?? '');
    const isOf = (method: string, pattern: string): boolean =>
      numberOf(matched(call, method, pattern)?.[0]) === id;
    if (isOf('PUT', 'accounts/*/credit-limit')) {
      const limit = usd(textOf(body.credit_limit) ?? '');
      return limit === undefined ? [] : [operation(call, { kind: 'limit', credit: limit }, text)];
    }
    if (endMs === Infinity) return [];
    if (isOf('GET', 'accounts/*/balance')) {
      const balance = usd(textOf(json.balance) ?? '');
      return [operation(call, { kind: 'read', balance, credit }, text)];
    }
    const tellsCredit =
      isOf('POST', 'accounts/*/deposits') || isOf('POST', 'accounts/*/adjustments');
    return tellsCredit ? [operation(call, { kind: 'read', credit }, text)] : [];
  });
}

function operation(moment: Moment, action: AccountAction, text: string): AccountOperation {
  const { client, instance, startMs, endMs } = moment;
  return { client, instance, startMs, endMs, action, text };
}
