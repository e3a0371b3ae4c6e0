import { Get, Post } from '@nestjs/common';
import { WebhookService } from '../../account/webhooks/settings/webhook.service.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { Parameters } from '../http/query.js';
import { WebhookAdmin } from './webhook-admin.service.js';
import { webhookFailurePage, WEBHOOK_FAILURES_FILE } from './webhook-lists.js';
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
    private readonly files: ListFiles,
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
    @CurrentOperator() caller: Caller,
    @Parameters(WebhookFailureQuery) query: WebhookFailureQuery,
  ): Promise<WebhookFailurePageDto> | StreamedAnswer {
    return this.files.answer(WEBHOOK_FAILURES_FILE, query, caller, (part) =>
      webhookFailurePage(this.webhooks, part),
    );
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
