import { Injectable } from '@nestjs/common';
import { OrderTimeline } from '../../operator/timeline/order-timeline.service.js';
import { OrderListService } from '../../orders/order-list.service.js';
import type { Caller } from '../access/caller.js';
import { timeText } from '../../operations/answers/shown.js';
import { withoutSupplierTexts } from './supplier-texts.js';
import type { TimelineDto } from './timeline.dto.js';

/** Answers operators with what has happened to an order. */
@Injectable()
export class TimelineListing {
  constructor(
    private readonly orders: OrderListService,
    private readonly timelines: OrderTimeline,
  ) {}

  /**
   * Oldest first. What suppliers have charged needs `costs.read`; what they have said, which may name costs and our
   * balances there, needs `suppliers.balances` as well; and messages to webhooks need `webhooks.read`.
   * @throws MissingError; ConflictError for a key of several orders, or a sealed one
   */
  async of(idOrUuid: string, caller: Caller): Promise<TimelineDto> {
    const showsCosts = caller.may('costs.read');
    const { orderId } = await this.orders.get(idOrUuid, false);
    const all = (await this.timelines.of(orderId)).filter(
      ({ event }) => caller.may('webhooks.read') || !event.startsWith('webhook '),
    );
    const entries =
      showsCosts && caller.may('suppliers.balances') ? all : withoutSupplierTexts(all);
    return {
      items: entries.map(({ at, event, facts: { cost, ...facts } }) => ({
        at: timeText(at),
        event,
        facts: { ...facts, ...(showsCosts && cost !== undefined && { cost }) },
      })),
    };
  }
}
