import type { TimelineEntry } from '../../upkeep/timeline/timeline-entries.js';
import type { Order } from '../../orders/order.entity.js';

/** The handler that buys from suppliers, as it closes orders. */
const BUYER = 'handler:upstream';

/**
 * The note of a decision, without what a supplier has said: its refusal may name what it charges, or our balance there.
 * The note of a delivered order names the supplier's order alone.
 */
export function shownNote(
  order: Pick<Order, 'status' | 'decidedBy' | 'decisionNote'>,
  showsSupplierTexts: boolean,
): string {
  const { status, decidedBy, decisionNote } = order;
  const isOfSupplier = status === 'reject' && decidedBy === BUYER;
  return isOfSupplier && !showsSupplierTexts ? '' : decisionNote;
}

/** A timeline without what suppliers have said. */
export function withoutSupplierTexts(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const isBought = entries.some(({ event }) => event.startsWith('purchase'));
  return entries.map(({ at, event, facts }) => {
    const isOfSupplier =
      // The note of a refusal stays when the next handler is asked.
      (event === 'delivery' && isBought) ||
      event.startsWith('purchase') ||
      (event === 'decided' && facts.by === BUYER && facts.status === 'reject');
    const hidden = isOfSupplier ? ['refusal', 'note'] : ['refusal'];
    const shown = Object.entries(facts).filter(([name]) => !hidden.includes(name));
    return { at, event, facts: Object.fromEntries(shown) };
  });
}
