import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { readCounter } from '../../../common/read-metrics.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';

/** What has become of the attempts to send messages to webhooks. */
@Injectable()
export class WebhookMetrics {
  constructor(registry: Registry, { attempts }: WebhookOutcomes) {
    const help =
      'Attempts to send a message to a webhook: delivered, failed (tried again), given_up or gone (410).';
    readCounter(registry, { name: 'souk_webhook_attempts_total', help, label: 'outcome' }, () =>
      Object.entries(attempts),
    );
  }
}
