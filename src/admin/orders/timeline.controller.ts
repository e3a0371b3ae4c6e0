import { Get } from '@nestjs/common';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { PathText } from '../http/path-parts.js';
import { TimelineListing } from './timeline-listing.service.js';
import { TimelineDto } from './timeline.dto.js';

@AdminController('Orders')
export class TimelineController {
  constructor(private readonly timelines: TimelineListing) {}

  @Get('orders/:order/timeline')
  @AdminRoute({
    name: 'order-timeline',
    permission: 'orders.read',
    summary: 'What has happened to an order, oldest first',
    answer: TimelineDto,
  })
  timeline(
    @CurrentOperator() caller: Caller,
    @PathText('order') idOrUuid: string,
  ): Promise<TimelineDto> {
    return this.timelines.of(idOrUuid, caller);
  }
}
