import { usd } from '../decimals.js';
import { spendCapModel, type CapAction } from '../models/spend-cap.js';
import type { ClientCall } from '../reading/client-calls.js';
import type { Family } from '../reading/families.js';
import { numberOf, textOf } from '../reading/json.js';
import { matched, type OperatorCall } from '../reading/operator-calls.js';
import type { OrderRecord } from '../reading/order-record.js';
import type { SeenPrices } from '../reading/seen-prices.js';
import { momentOf, textOfCall } from '../reading/sightings.js';
import { wishOf } from '../reading/wishes.js';
import type { Operation } from '../search/operation.js';
import type { Tally } from '../tally.js';

const CAP_EXCEEDED = 119;

type CapOperation = Operation<CapAction>;

/** What the checker of spend caps reads. */
export interface CapSources {
  readonly clients: readonly ClientCall[];
  readonly operators: readonly OperatorCall[];
  readonly records: readonly OrderRecord[];
  readonly families: readonly Family[];
  readonly prices: SeenPrices;
}

/**
 * Judges families that had a cap from their beginning, until it was taken off: what they had spent before is known then. A
 * history is shorter than a day, so nothing that was spent is free again but by rejection.
 */
export function judgeSpendCaps(sources: CapSources, tally: Tally): void {
  for (const family of sources.families) {
    const cap = usd(family.dailyCap ?? '');
    const changes = sources.operators.filter((call) => isChangeOf(call, family));
    if (cap === undefined) continue;
    const uncappedMs = changes
      .filter(({ body }) => body.daily_cap === null)
      .reduce((least, { startMs }) => Math.min(least, startMs), Infinity);
    const own = sources.records.filter((record) => isSpentBy(record, family));
    const operations = [
      ...changes.flatMap((call) => capChange(call)),
      ...own.flatMap((record) => spendings(record)),
      ...refusals(family, sources),
    ];
    const subject = `account ${family.accountId}, token ${family.first.slice(0, 8)}…`;
    tally.judge('spend cap', subject, spendCapModel(cap), before(uncappedMs, operations));
  }
}

/** The operations until then; those that still ran may have come later. */
function before(endMs: number, operations: readonly CapOperation[]): readonly CapOperation[] {
  return operations
    .filter((one) => one.startMs < endMs && (one.action.kind !== 'refused' || one.endMs < endMs))
    .map((one) => (one.endMs < endMs ? one : { ...one, endMs: Infinity }));
}

function isChangeOf(call: OperatorCall, { tokenIds }: Family): boolean {
  const id = numberOf(matched(call, 'PATCH', 'tokens/*')?.[0]);
  return id !== undefined && tokenIds.has(id) && call.body.daily_cap !== undefined;
}

function capChange(call: OperatorCall): CapOperation[] {
  const cap = usd(textOf(call.body.daily_cap) ?? '');
  return cap === undefined ? [] : [{ ...call, action: { kind: 'cap', cap } }];
}

/** True if whichever request has placed the order, it was one of the family. */
function isSpentBy({ tokens, isShown }: OrderRecord, family: Family): boolean {
  return isShown && tokens.size > 0 && [...tokens].every((token) => family.tokens.has(token));
}

function spendings(record: OrderRecord): CapOperation[] {
  const { key, total } = record;
  if (total === undefined) return [];
  const { accountId, placedFromMs, closedFromMs, shownMs, acceptedMs, rejectedMs } = record;
  const place = { client: `account ${accountId}`, instance: 'the shop' };
  const spend: CapOperation = {
    ...place,
    startMs: placedFromMs,
    endMs: shownMs,
    action: { kind: 'spend', total },
    text: `the order under ${key} is charged`,
  };
  // An order that was not seen accepted may have been rejected unseen.
  if (acceptedMs !== Infinity) return [spend];
  const action = { kind: 'give back', total } as const;
  const moment = { ...place, startMs: closedFromMs, endMs: rejectedMs };
  return [spend, { ...moment, action, text: `the order under ${key} is rejected` }];
}

/** What may have been placed unseen may have been spent, too: then a refusal proves nothing. */
function refusals({ tokens }: Family, { clients, records, prices }: CapSources): CapOperation[] {
  const isUnsure = records.some(
    (record) =>
      (!record.isShown &&
        record.isUntold &&
        !record.isSealed &&
        [...record.tokens].some((one) => tokens.has(one))) ||
      ([...record.tokens].some((one) => tokens.has(one)) &&
        ![...record.tokens].every((one) => tokens.has(one))),
  );
  if (isUnsure) return [];
  return clients.flatMap((call) => {
    if (call.code !== CAP_EXCEEDED || !tokens.has(call.token)) return [];
    const mostTotal = prices.mostTotal(call.accountId, wishOf(call), call.call.startMs);
    if (mostTotal === undefined) return [];
    return [{ ...momentOf(call), action: { kind: 'refused', mostTotal }, text: textOfCall(call) }];
  });
}
