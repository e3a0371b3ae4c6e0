import { Module } from '@nestjs/common';
import { OrderMetrics } from './wire/order-metrics.js';
import { OrdersController } from './wire/orders.controller.js';
import { QuoteController } from './wire/quote.controller.js';
import { OrdersModule } from './orders.module.js';

/** The routes of this module, in a module of their own, since commands do not need them. */
@Module({
  imports: [OrdersModule],
  controllers: [OrdersController, QuoteController],
  providers: [OrderMetrics],
})
export class OrdersRoutesModule {}
