import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { OrderRepository } from './order.repository.js';

/** The metric `souk_orders_waiting`, counted whenever it is collected. */
@Injectable()
export class WaitingOrdersGauge {
  constructor(registry: Registry, orders: OrderRepository) {
    new Gauge({
      name: 'souk_orders_waiting',
      help: 'Orders that wait to be fulfilled; not a number while the database does not answer.',
      registers: [registry],
      async collect() {
        this.set(await orders.countWaiting().catch(() => NaN));
      },
    });
  }
}
