import { Injectable } from '@nestjs/common';
import { OrderTimeline } from '../../operator/timeline/order-timeline.service.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { timeText } from '../http/shown.js';
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
   * @throws MissingError; ConflictError for a key of several orders, or a sealed one
   */
  async of(idOrUuid: string, showsCosts: boolean): Promise<TimelineDto> {
    const { orderId } = await this.orders.get(idOrUuid, false);
    const entries = await this.timelines.of(orderId);
    return {
      items: entries.map(({ at, event, facts: { cost, ...facts } }) => ({
        at: timeText(at),
        event,
        facts: { ...facts, ...(showsCosts && cost !== undefined && { cost }) },
      })),
    };
  }
}
