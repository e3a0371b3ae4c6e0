import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { sharedRead } from '../common/shared-read.js';
import { OrderRepository } from './order.repository.js';

/** How many orders wait and for how long, read when the metrics are scraped. */
@Injectable()
export class WaitingOrdersGauge {
  constructor(registry: Registry, orders: OrderRepository) {
    const waiting = sharedRead(() =>
      orders.waiting().catch(() => ({ count: NaN, oldestSeconds: NaN })),
    );
    new Gauge({
      name: 'souk_orders_waiting',
      help: 'Orders that wait to be fulfilled; not a number while the database does not answer.',
      registers: [registry],
      aggregator: 'first',
      async collect() {
        this.set((await waiting()).count);
      },
    });
    new Gauge({
      name: 'souk_orders_oldest_waiting_seconds',
      help: 'Age of the oldest order that waits to be fulfilled, test orders left out; 0 if none waits.',
      registers: [registry],
      aggregator: 'first',
      async collect() {
        this.set((await waiting()).oldestSeconds);
      },
    });
  }
}
