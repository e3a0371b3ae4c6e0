import { canonicalText } from '../../src/common/text.js';
import type { Said } from '../siege/hostile/said.js';
import type { TestDatabase } from '../support/test-database.js';
import { deliveredOrders } from '../chaos/shop/codes.js';

const BUYER = 'handler:upstream';

/** An order of ours whose first handler buys it, and what is kept of its purchase. */
export interface BoughtOrder {
  readonly orderId: string;
  readonly status: 'accept' | 'reject' | 'wait';
  readonly decidedBy: string | null;
  /** Of the delivery: why it waits. */
  readonly note: string;
  /** The key under which it was sent; null if it has not come to that. */
  readonly key: string | null;
  /** The id of the supplier's order. */
  readonly theirs: string | null;
  /** Why it is not bought there. */
  readonly refusal: string | null;
  readonly isPaidBack: boolean;
  /** True if what the supplier delivered was held back, since another order had got it. */
  readonly isHeld: boolean;
  readonly codes: readonly string[];
}

/** All orders whose first handler is a supplier. */
export async function boughtOrders(db: TestDatabase): Promise<BoughtOrder[]> {
  const codes = new Map((await deliveredOrders(db)).map((order) => [order.order_id, order.codes]));
  const rows = await db.query<Omit<BoughtOrder, 'codes'>>(BOUGHT);
  return rows.map((row) => ({ ...row, codes: codes.get(row.orderId) ?? [] }));
}

const BOUGHT = `
  SELECT order_id AS "orderId", status, decided_by AS "decidedBy", delivery.note,
         attempt_uuid AS key, supplier_order_id AS theirs, refusal,
         EXISTS (SELECT FROM ledger_entries entry WHERE entry.account_id = placed.account_id
           AND entry.order_id = placed.order_id AND kind = 'refund') AS "isPaidBack",
         EXISTS (SELECT FROM repeated_deliveries held WHERE held.account_id = placed.account_id
           AND held.order_id = placed.order_id) AS "isHeld"
  FROM orders placed
  JOIN fulfillments delivery USING (account_id, order_id)
  LEFT JOIN supplier_attempts USING (account_id, order_id)
  WHERE delivery.steps -> 0 ->> 'handler' = 'upstream'`;

/** What is wrong with an order, by what the supplier said; undefined if it ended as that says, or waits with a reason. */
export function orderFault(order: BoughtOrder, said: readonly Said[]): string | undefined {
  if (order.isPaidBack && (order.status !== 'reject' || order.codes.length > 0))
    return 'was paid back and delivered';
  const endings = endingsOf(order, said);
  switch (order.status) {
    case 'wait':
      return order.note === '' ? 'waits without a reason' : undefined;
    case 'reject':
      return isRefused(order, said, endings) ? undefined : 'was paid back without an answer';
    case 'accept':
      if (order.decidedBy !== BUYER)
        return isRefused(order, said, endings) ? undefined : 'was delivered without an answer';
      return endings.some((one) => one.kind === 'accept' && same(one.codes, order.codes))
        ? undefined
        : 'was delivered otherwise than the supplier says';
  }
}

/** True if it waits although an answer that surely arrived has ended it, and was not held back. The next answer ends it, if this shop could not apply that one. */
export function waitsInVain(order: BoughtOrder, said: readonly Said[]): boolean {
  if (order.status !== 'wait' || order.isHeld) return false;
  return endingsOf(order, said).some(({ certain }) => certain);
}

type Ending = Extract<Said, { readonly id: string }>;

/** What the supplier said of the end of the order that it named first. */
function endingsOf({ theirs }: BoughtOrder, said: readonly Said[]): readonly Ending[] {
  return said.filter(
    (one): one is Ending =>
      ((one.kind === 'accept' && one.usable) || one.kind === 'reject') && one.id === theirs,
  );
}

/** True if the supplier rejected its order, or there is none and none can come into being. */
function isRefused(
  { theirs, refusal }: BoughtOrder,
  said: readonly Said[],
  endings: readonly Ending[],
): boolean {
  if (endings.some(({ kind }) => kind === 'reject')) return true;
  if (theirs !== null || refusal === null) return false;
  const kinds = new Set(said.map(({ kind }) => kind));
  const isTheirs = refusal.startsWith('the supplier says');
  return (kinds.has('sealed') || kinds.has('unseen')) && (!isTheirs || kinds.has('refused'));
}

/** @param said as they came; they are delivered in their canonical form */
function same(said: readonly string[], delivered: readonly string[]): boolean {
  return (
    said.length === delivered.length &&
    said.every((code, index) => canonicalText(code) === delivered[index])
  );
}
