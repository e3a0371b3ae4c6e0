import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { CountedOnce } from '../database/counted-once.js';
import { ServerTasks } from '../database/server-tasks.js';
import { OrderRepository, type WaitingOrders } from './order.repository.js';

/** How many orders wait and for how long, counted by one server when the metrics are scraped. */
@Injectable()
export class WaitingOrdersGauge {
  readonly counted: CountedOnce<WaitingOrders>;

  constructor(registry: Registry, orders: OrderRepository, tasks: ServerTasks) {
    const counted = new CountedOnce(tasks, 'waiting orders', () => orders.waiting());
    this.counted = counted;
    const waiting = () => counted.read().catch(() => undefined);
    new Gauge({
      name: 'souk_orders_waiting',
      help: 'Orders that wait to be fulfilled; not a number while the database does not answer.',
      registers: [registry],
      aggregator: 'first',
      async collect() {
        this.set((await waiting())?.count ?? NaN);
      },
    });
    new Gauge({
      name: 'souk_orders_oldest_waiting_seconds',
      help: 'Age of the oldest order that waits to be fulfilled, test orders left out; 0 if none waits.',
      registers: [registry],
      aggregator: 'first',
      async collect() {
        this.set((await waiting())?.oldestSeconds ?? NaN);
      },
    });
  }
}
