import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { NoticeSender } from './notice-sender.js';

/** What becomes of the attempts to send notifications. */
@Injectable()
export class NoticeMetrics {
  constructor(registry: Registry, sender: NoticeSender) {
    const attempts = new Counter({
      name: 'souk_notification_attempts_total',
      help: 'Attempts to send a notification, by kind (email, webhook): delivered, failed or gone (410).',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    });
    sender.onAttempt = ({ kind }, { kind: outcome }) => {
      attempts.inc({ kind, outcome });
    };
  }
}
