import { Injectable } from '@nestjs/common';
import { OrderTimeline } from '../../operator/timeline/order-timeline.service.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { timeText } from '../http/shown.js';
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
   * Oldest first.
   * @param showsCosts false hides what suppliers have charged.
   * @param showsSupplierTexts false hides what they have said, which may name costs and our balances there.
   * @throws MissingError; ConflictError for a key of several orders, or a sealed one
   */
  async of(
    idOrUuid: string,
    showsCosts: boolean,
    showsSupplierTexts = showsCosts,
  ): Promise<TimelineDto> {
    const { orderId } = await this.orders.get(idOrUuid, false);
    const all = await this.timelines.of(orderId);
    const entries = showsSupplierTexts ? all : withoutSupplierTexts(all);
    return {
      items: entries.map(({ at, event, facts: { cost, ...facts } }) => ({
        at: timeText(at),
        event,
        facts: { ...facts, ...(showsCosts && cost !== undefined && { cost }) },
      })),
    };
  }
}
