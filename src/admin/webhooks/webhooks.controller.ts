import { Delete, Get, Post, Put } from '@nestjs/common';
import { WebhookService } from '../../account/webhooks/settings/webhook.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PathId } from '../http/path-parts.js';
import { WebhookAdmin } from './webhook-admin.service.js';
import { webhookShape } from './webhook-shapes.js';
import { ChangedWebhookDto, PingDto, WebhookDto, WebhookSettingsDto } from './webhooks.dto.js';

@AdminController('Webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly changes: WebhookAdmin,
  ) {}

  @Get('accounts/:id/webhook')
  @AdminRoute({
    name: 'webhook',
    permission: 'webhooks.read',
    summary: 'Where an account is told, without the secret',
    answer: WebhookDto,
  })
  async get(@PathId('id') id: number): Promise<WebhookDto> {
    return webhookShape(await this.webhooks.get(id));
  }

  @Put('accounts/:id/webhook')
  @AdminRoute({
    name: 'webhook-set',
    permission: 'webhooks.edit',
    summary: 'Tell an account; the signing secret is made, and shown, the first time',
    body: WebhookSettingsDto,
    answer: ChangedWebhookDto,
  })
  set(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @JsonBody(WebhookSettingsDto) settings: WebhookSettingsDto,
  ): Promise<ChangedWebhookDto> {
    return this.changes.set(id, settings, author);
  }

  @Post('accounts/:id/webhook/rotate-secret')
  @AdminRoute({
    name: 'webhook-rotate-secret',
    permission: 'webhooks.edit',
    summary: 'Make a new signing secret; the old one signs as well for 24 hours',
    answer: ChangedWebhookDto,
  })
  rotateSecret(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
  ): Promise<ChangedWebhookDto> {
    return this.changes.rotateSecret(id, author);
  }

  @Delete('accounts/:id/webhook')
  @AdminRoute({
    name: 'webhook-off',
    permission: 'webhooks.edit',
    summary: 'Tell an account no more; what waits to be sent is dropped',
    answer: WebhookDto,
  })
  switchOff(@CurrentOperator() { author }: Caller, @PathId('id') id: number): Promise<WebhookDto> {
    return this.changes.switchOff(id, author);
  }

  @Post('accounts/:id/webhook/test')
  @AdminRoute({
    name: 'webhook-test',
    permission: 'webhooks.resend',
    summary: 'Send a ping now',
    answer: PingDto,
  })
  test(@CurrentOperator() { author }: Caller, @PathId('id') id: number): Promise<PingDto> {
    return this.changes.test(id, author);
  }
}
