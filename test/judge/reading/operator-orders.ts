import { usd } from '../decimals.js';
import { fieldsOf, listOf, numberOf, textOf, textsOf } from './json.js';
import { matched, type OperatorCall } from './operator-calls.js';
import type { OrderRecord } from './order-record.js';
import type { OrderRecords } from './order-records.js';

/** Notes what operators have decided of orders. */
export function noteDecisions(records: OrderRecords, calls: readonly OperatorCall[]): void {
  for (const call of calls) {
    for (const status of ['accept', 'reject'] as const) {
      const [order] = matched(call, 'POST', `orders/*/${status}`) ?? [];
      if (order !== undefined) decide(records.find(order), call, status);
      if (matched(call, 'POST', `orders/${status}`)) decideSeveral(records, call, status);
    }
    const [order] = matched(call, 'POST', 'orders/*/codes') ?? [];
    if (order !== undefined) addCodes(records.find(order), call);
  }
}

function decide(
  record: OrderRecord | undefined,
  call: OperatorCall,
  status: 'accept' | 'reject',
): void {
  if (!record) return;
  const codes = call.body.codes === undefined ? undefined : textsOf(call.body.codes);
  record.add(call, { kind: 'decide', status, codes }, call.text);
  if (call.endMs !== Infinity) record.close(status, call.endMs);
}

function addCodes(record: OrderRecord | undefined, call: OperatorCall): void {
  if (!record) return;
  const codes = textsOf(call.body.codes);
  record.add(call, { kind: 'add codes', codes, count: numberOf(call.json.codes) }, call.text);
  if (call.endMs !== Infinity) record.close('accept', call.endMs);
}

/** Each order has an outcome of its own; without an answer each may have been decided. */
function decideSeveral(
  records: OrderRecords,
  call: OperatorCall,
  status: 'accept' | 'reject',
): void {
  const asked = new Map<string, OperatorCall['body']>();
  for (const id of textsOf(call.body.order_ids)) asked.set(id, {});
  for (const item of listOf(call.body.items).map(fieldsOf)) {
    asked.set(textOf(item.order_id) ?? '', item);
  }
  const decideOne = (id: string, endMs: number): void => {
    decide(records.find(id), { ...call, body: asked.get(id) ?? {}, endMs }, status);
  };
  if (call.endMs === Infinity) {
    for (const id of asked.keys()) decideOne(id, Infinity);
    return;
  }
  for (const item of listOf(call.json.items)) {
    const { order_id: id, status: outcome } = fieldsOf(item);
    const isDone = outcome === 200;
    const mayBeDone = (numberOf(outcome) ?? 500) >= 500;
    if (isDone || mayBeDone) decideOne(textOf(id) ?? '', isDone ? call.endMs : Infinity);
  }
}

/** A reversal, once for each reference: a repeated one pays nothing. */
export interface Reversal {
  readonly record: OrderRecord;
  readonly call: OperatorCall;
  readonly reference: string | undefined;
  /** USD; undefined where all that was left was asked for, and no answer tells how much. */
  readonly amount: bigint | undefined;
  readonly balanceAfter: bigint | undefined;
}

/** Notes all reversals with their orders. */
export function noteReversals(
  records: OrderRecords,
  calls: readonly OperatorCall[],
): readonly Reversal[] {
  const reversals = new Map<string, Reversal>();
  for (const [index, call] of calls.entries()) {
    const [order] = matched(call, 'POST', 'orders/*/reversals') ?? [];
    const record = order === undefined ? undefined : records.find(order);
    if (!record) continue;
    const reference = textOf(call.json.reference ?? call.body.reference);
    const id = `${record.subject} ${reference ?? `#${index}`}`;
    const amount = usd(textOf(call.json.amount ?? call.body.amount) ?? '');
    const balanceAfter = usd(textOf(call.json.balance) ?? '');
    const reversal = { record, call, reference, amount, balanceAfter };
    reversals.set(id, united(reversals.get(id), reversal));
  }
  for (const { record, call, amount } of reversals.values()) {
    const refunded = usd(textOf(call.json.refunded) ?? '');
    record.add(call, { kind: 'reverse', amount, refunded }, call.text);
    record.close('accept', call.endMs);
  }
  return [...reversals.values()];
}

function united(known: Reversal | undefined, other: Reversal): Reversal {
  if (!known) return other;
  const [first, second] = known.call.endMs <= other.call.endMs ? [known, other] : [other, known];
  const startMs = Math.min(first.call.startMs, second.call.startMs);
  return { ...first, call: { ...first.call, startMs, instance: '' } };
}
