import { Get, Post } from '@nestjs/common';
import { WebhookService } from '../../account/webhooks/settings/webhook.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { Parameters } from '../http/query.js';
import { WebhookAdmin } from './webhook-admin.service.js';
import { webhookFailurePage } from './webhook-lists.js';
import {
  MessageReleaseDto,
  ReleasedMessagesDto,
  WebhookFailurePageDto,
  WebhookFailureQuery,
} from './webhooks.dto.js';

@AdminController('Webhooks')
export class WebhookMessagesController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly changes: WebhookAdmin,
  ) {}

  @Get('webhook-failures')
  @AdminRoute({
    name: 'webhook-failures',
    permission: 'webhooks.read',
    summary: 'Messages that did not arrive, the last failed first',
    query: WebhookFailureQuery,
    answer: WebhookFailurePageDto,
  })
  failures(
    @Parameters(WebhookFailureQuery) query: WebhookFailureQuery,
  ): Promise<WebhookFailurePageDto> {
    return webhookFailurePage(this.webhooks, query);
  }

  @Post('webhook-messages/release')
  @AdminRoute({
    name: 'webhook-release',
    permission: 'webhooks.resend',
    summary: 'Send the messages that were held back after a restore, or delete them',
    body: MessageReleaseDto,
    answer: ReleasedMessagesDto,
  })
  release(
    @CurrentOperator() { author }: Caller,
    @JsonBody(MessageReleaseDto) { drop = false }: MessageReleaseDto,
  ): Promise<ReleasedMessagesDto> {
    return this.changes.release(drop, author);
  }
}
