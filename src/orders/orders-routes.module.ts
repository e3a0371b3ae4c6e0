import { Module } from '@nestjs/common';
import { OrdersController } from './wire/orders.controller.js';
import { OrdersModule } from './orders.module.js';

/** The room's routes; apart, so that commands do not load what only HTTP needs. */
@Module({ imports: [OrdersModule], controllers: [OrdersController] })
export class OrdersRoutesModule {}
