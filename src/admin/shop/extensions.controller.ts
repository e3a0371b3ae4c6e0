import { Delete, Get, Post } from '@nestjs/common';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PathId, PathText } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { ExtensionAdmin } from './extension-admin.service.js';
import {
  ExtensionsDto,
  FailureDto,
  FailureQuery,
  FailuresDto,
  ForgottenDto,
  HeldEventsDto,
  HeldEventsResultDto,
} from './shop.dto.js';

@AdminController('Extensions')
export class ExtensionsController {
  constructor(private readonly extensions: ExtensionAdmin) {}

  @Get('extensions')
  @AdminRoute({
    name: 'extensions',
    permission: 'extensions.read',
    summary: 'The extensions of the shop, as recorded and as loaded here',
    answer: ExtensionsDto,
  })
  list(): Promise<ExtensionsDto> {
    return this.extensions.list();
  }

  @Delete('extensions/:name')
  @AdminRoute({
    name: 'extension-forget',
    permission: 'extensions.edit',
    summary: 'Let servers work without an extension that the shop has no longer',
    answer: ForgottenDto,
  })
  forget(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
  ): Promise<ForgottenDto> {
    return this.extensions.forget(name, author);
  }

  @Get('failed-events')
  @AdminRoute({
    name: 'failed-events',
    permission: 'extensions.read',
    summary: 'Events that listeners have not handled, the last failed first',
    query: FailureQuery,
    answer: FailuresDto,
  })
  failures(@Parameters(FailureQuery) query: FailureQuery): Promise<FailuresDto> {
    return this.extensions.failures(query);
  }

  @Post('failed-events/:id/resend')
  @AdminRoute({
    name: 'failed-event-resend',
    permission: 'extensions.resend',
    summary: 'Hand a failed event to its listener now',
    answer: FailureDto,
  })
  resend(@CurrentOperator() { author }: Caller, @PathId('id') id: number): Promise<FailureDto> {
    return this.extensions.resend(id, author);
  }

  @Post('failed-events/release')
  @AdminRoute({
    name: 'failed-events-release',
    permission: 'extensions.resend',
    summary: 'Send the events that were held back after a restore, or delete them',
    body: HeldEventsDto,
    answer: HeldEventsResultDto,
  })
  release(
    @CurrentOperator() { author }: Caller,
    @JsonBody(HeldEventsDto) { drop = false }: HeldEventsDto,
  ): Promise<HeldEventsResultDto> {
    return this.extensions.release(drop, author);
  }
}
