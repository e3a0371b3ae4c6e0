import { repeatText } from '../../orders/repeated-deliveries.js';
import type {
  OrderChange,
  OrderHold,
  OrderMessage,
  OrderProgress,
  OrderPurchase,
  TimelineSources,
} from './timeline-sources.js';

/** In the order of events at the same time: an order and its charge have the time of their transaction. */
const KINDS = [
  'refused',
  'placed',
  'purchase forgotten',
  'bought again',
  'purchase begun',
  'purchase sent',
  'held back',
  'delivery',
  'debit',
  'refund',
  'reversal',
  'decided',
  'purchase still open',
  'purchase delivered late',
  'purchase not delivered',
  'webhook sent',
  'webhook failed',
  'webhook given up',
] as const;

/** Something that has happened to an order. */
export interface TimelineEntry {
  readonly at: Date;
  /** One of the events above, or another kind of a ledger entry. */
  readonly event: string;
  /** By name; those that are null or empty are left out. No account field and no code is among them. */
  readonly facts: Readonly<Record<string, string | number>>;
}

type Facts = Readonly<Record<string, string | number | Date | null | undefined>>;

type OriginOf = (event: string, at: Date) => Facts;

/** All that is known, oldest first. */
export function timelineEntries(sources: TimelineSources): TimelineEntry[] {
  const { order, refusals, movements, purchases, messages, progress, hold } = sources;
  const originOf = (event: string, at: Date) => originIn(sources.changes, event, at);
  const entries = [
    ...refusals.map(({ at, code, reason, address, requestId }) =>
      entry(at, 'refused', { code, reason, address, request_id: requestId }),
    ),
    entry(order.createdAt, 'placed', {
      order_uuid: order.orderUuid,
      product: order.productId,
      quantity: order.quantity,
      total: order.total,
      address: order.callerAddress,
      request_id: order.requestId,
    }),
    ...movements.map(({ createdAt, kind, amount, balanceAfter, sequence, actor, note }) =>
      entry(createdAt, kind, {
        ...{ amount, balance_after: balanceAfter, ledger: sequence, actor },
        // A rejection tells its reason itself.
        ...(kind === 'reversal' && { reason: note }),
        ...originOf(kind, createdAt),
      }),
    ),
    ...purchases.flatMap((purchase) => [
      ...entriesOfAttempt(purchase),
      ...entriesOfFollowUp(purchase),
      ...entriesOfLoss(purchase, originOf),
    ]),
    ...entriesOfDelivery(progress, hold),
    ...entriesOfDecision(order, originOf),
    ...messages.map((message) =>
      entry(message.lastAttemptAt, eventOfMessage(message), factsOfMessage(message)),
    ),
  ];
  const rank = ({ event }: TimelineEntry): number => KINDS.findIndex((kind) => kind === event);
  return entries.sort((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b));
}

function entriesOfDelivery(progress: OrderProgress | null, hold: OrderHold | null) {
  const held = hold ? [entry(hold.at, 'held back', { note: repeatText(hold) })] : [];
  if (!progress) return held;
  const { updatedAt, handler, tries, dueAt: due, note } = progress;
  return [...held, entry(updatedAt, 'delivery', { handler, tries, due, note })];
}

/** That the supplier has forgotten the order, and who has bought it again. */
function entriesOfLoss(
  { supplier, supplierOrderId, attemptUuid, forgottenAt, replacement }: OrderPurchase,
  originOf: OriginOf,
): TimelineEntry[] {
  const order = { supplier, supplier_order: supplierOrderId };
  const forgotten = forgottenAt ? [entry(forgottenAt, 'purchase forgotten', order)] : [];
  if (!replacement) return forgotten;
  const { at, why, actor } = replacement;
  const facts = { supplier, key: attemptUuid, former_key: why, by: actor };
  return [...forgotten, entry(at, 'bought again', { ...facts, ...originOf('bought again', at) })];
}

/** What the supplier has done after the order was closed by hand. */
function entriesOfFollowUp({ supplier, supplierOrderId, cost, followUp }: OrderPurchase) {
  if (!followUp) return [];
  const { closedAt, note, bought, settledAt } = followUp;
  const order = { supplier, supplier_order: supplierOrderId };
  if (!settledAt) return [entry(closedAt, 'purchase still open', { ...order, note })];
  if (!bought) return [entry(settledAt, 'purchase not delivered', { ...order, note })];
  return [entry(settledAt, 'purchase delivered late', { ...order, cost, note })];
}

function entriesOfAttempt(purchase: OrderPurchase): TimelineEntry[] {
  const { createdAt, supplier, supplierProduct, attemptUuid, sends, sentAt } = purchase;
  const { supplierOrderId, cost, refusal } = purchase;
  const result = { supplier_order: supplierOrderId, cost, refusal };
  const key = { supplier, product: supplierProduct, key: attemptUuid };
  // The time of the answer is not stored, so it stands with the last request.
  if (!sentAt) return [entry(createdAt, 'purchase begun', { ...key, ...result })];
  return [
    entry(createdAt, 'purchase begun', key),
    entry(sentAt, 'purchase sent', { supplier, requests: sends, ...result }),
  ];
}

function entriesOfDecision(order: TimelineSources['order'], originOf: OriginOf): TimelineEntry[] {
  const { decidedAt: at, status, decidedBy: by, reasonForReseller: reason } = order;
  if (!at) return [];
  const facts = { status, by, reason, note: order.decisionNote };
  return [entry(at, 'decided', { ...facts, ...originOf('decided', at) })];
}

function eventOfMessage({ failure, nextTryAt }: OrderMessage): string {
  if (failure === '') return 'webhook sent';
  return nextTryAt ? 'webhook failed' : 'webhook given up';
}

function factsOfMessage(message: OrderMessage): Facts {
  const { eventType, messageId, receiver, attempts, httpStatus, failure, nextTryAt } = message;
  const firstTry = attempts > 1 ? message.firstAttemptAt : null;
  return {
    ...{ message: eventType, message_id: messageId, receiver, tries: attempts },
    ...{ first_try: firstTry, http_status: httpStatus, failure },
    due: failure === '' ? null : nextTryAt,
  };
}

/** Nothing for what no operator has done. */
function originIn(changes: readonly OrderChange[], event: string, at: Date): Facts {
  const change = changes.find((one) => one.event === event && one.at.getTime() === at.getTime());
  return change ? { role: change.role, address: change.address, request_id: change.requestId } : {};
}

function entry(at: Date, event: string, given: Facts): TimelineEntry {
  const facts = Object.entries(given).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return [];
    return [[name, value instanceof Date ? value.toISOString() : value] as const];
  });
  return { at, event, facts: Object.fromEntries(facts) };
}
