import { Injectable } from '@nestjs/common';
import { numericText } from '../../common/decimal.js';
import { OrderInquiryService } from '../../orders/order-inquiry.service.js';
import type { Order } from '../../orders/order.entity.js';
import type { NotedRefusal } from '../../orders/refusals/refusal-page.js';
import { timelineEntries, type TimelineEntry } from './timeline-entries.js';
import type { OrderChange, OrderMovement, OrderPurchase } from './timeline-sources.js';
import { TimelineRepository } from './timeline.repository.js';

/** The newest refusals under the key of the order. */
const MAX_REFUSALS = 50;
/** Those whose origin is looked up in the audit. */
const MAX_REVERSALS = 20;

/** Tells in one list what has happened to an order: refused requests, charge, deliveries, decision, webhooks, money back. */
@Injectable()
export class OrderTimeline {
  constructor(
    private readonly inquiries: OrderInquiryService,
    private readonly timelines: TimelineRepository,
  ) {}

  /**
   * Oldest first, and bounded. Requests to suppliers stand there with the last one's time and what is known of its outcome.
   * @throws OperatorError when there is no such order
   */
  async of(orderId: string): Promise<readonly TimelineEntry[]> {
    const { order, refusals } = await this.inquiries.of(orderId, {
      limit: MAX_REFUSALS,
      withCodes: false,
    });
    return order ? this.entriesOf(order, refusals) : [];
  }

  private async entriesOf(
    order: Order,
    refusals: readonly NotedRefusal[],
  ): Promise<readonly TimelineEntry[]> {
    const [movements, purchases, messages, progress, hold] = await Promise.all([
      this.timelines.movements(order),
      this.timelines.purchases(order),
      this.timelines.messages(order),
      this.timelines.progress(order),
      this.timelines.hold(order),
    ]);
    const changes = await this.changesOf(order, movements, purchases);
    const shown = {
      ...order,
      quantity: numericText(order.quantity),
      total: numericText(order.total),
    };
    const read = { refusals, movements, purchases, messages, progress, hold, changes };
    return timelineEntries({ order: shown, ...read });
  }

  /** Of the decision, of the newest reversals, and of purchases that were made again. */
  private changesOf(
    { orderId, status, decidedAt }: Order,
    movements: readonly OrderMovement[],
    purchases: readonly OrderPurchase[],
  ): Promise<readonly OrderChange[]> {
    const reversals = movements.filter(({ kind }) => kind === 'reversal').slice(-MAX_REVERSALS);
    return this.timelines.changes(orderId, [
      ...(decidedAt ? [{ event: 'decided', action: `order ${status}`, at: decidedAt }] : []),
      ...reversals.map(({ createdAt: at }) => ({ event: 'reversal', action: 'order reverse', at })),
      ...purchases.flatMap(({ replacement }) =>
        replacement
          ? [{ event: 'bought again', action: 'order buy-again', at: replacement.at }]
          : [],
      ),
    ]);
  }
}
