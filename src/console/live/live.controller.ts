import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { Public } from '../../common/http/public.decorator.js';
import { ConsoleGuard } from '../access/console.guard.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { IsNoUse } from '../access/no-use.js';
import { EventStream } from './event-stream.js';
import { LiveOrders } from './live-orders.service.js';

const RETRY_AFTER_SECONDS = 2;

/** What pages are told while they are open. It takes no slot of the console, since it lasts. */
@Controller('console/live')
@Public()
@UseGuards(ConsoleGuard)
export class LiveController {
  constructor(private readonly orders: LiveOrders) {}

  @Get()
  @IsNoUse()
  @NeedsPermission('orders.read')
  async listen(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    if (this.orders.isFull) {
      throw new ProblemError('too-many-requests', 'Too many browsers listen.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    await this.orders.add(new EventStream(response, visit.signedIn));
  }
}
