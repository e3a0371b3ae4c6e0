import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { readGauge } from '../../common/read-metrics.js';
import { sharedRead } from '../../common/shared-read.js';
import type { FulfillmentOutcome } from '../../orders/delivery/fulfillment-handler.js';
import { FulfillmentRepository, type HandlerQueue } from './fulfillment.repository.js';

/** What the handlers answer, and what waits for them; the latter is read when the metrics are scraped. */
@Injectable()
export class DeliveryMetrics {
  private readonly outcomes: Counter;

  constructor(registry: Registry, fulfillments: FulfillmentRepository) {
    this.outcomes = new Counter({
      name: 'souk_delivery_outcomes_total',
      help: 'Answers of handlers that were asked by a job: delivered, pending or refused.',
      labelNames: ['handler', 'outcome'],
      registers: [registry],
    });
    const queues = sharedRead(() => fulfillments.queues());
    const gauge = (name: string, help: string, valueOf: (queue: HandlerQueue) => number): void => {
      readGauge(registry, { name, help, label: 'handler' }, queues, (queue) => [
        queue.handler,
        valueOf(queue),
      ]);
    };
    gauge(
      'souk_deliveries_waiting',
      'Orders that are with a handler; missing while the database does not answer.',
      ({ waiting }) => waiting,
    );
    gauge(
      'souk_delivery_overdue_seconds',
      'For how long a handler should have been asked about the order that is most overdue.',
      ({ overdueSeconds }) => overdueSeconds,
    );
  }

  count(handler: string, { kind }: FulfillmentOutcome): void {
    this.outcomes.inc({ handler, outcome: kind });
  }
}
