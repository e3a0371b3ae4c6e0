import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountModule } from '../account/account.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { DeliveredCodes } from './delivered-codes.js';
import { OrderCheckService } from './order-check.service.js';
import { OrderDecisionService } from './order-decision.service.js';
import { OrderIntake } from './order-intake.js';
import { OrderListService } from './order-list.service.js';
import { OrderPlacementService } from './order-placement.service.js';
import { Order } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import { OrdersController } from './orders.controller.js';

/** Placing, checking and closing orders. */
@Module({
  imports: [TypeOrmModule.forFeature([Order]), AccountModule, CatalogModule],
  controllers: [OrdersController],
  providers: [
    DeliveredCodes,
    OrderCheckService,
    OrderDecisionService,
    OrderIntake,
    OrderListService,
    OrderPlacementService,
    OrderRepository,
  ],
  exports: [OrderDecisionService, OrderListService],
})
export class OrdersModule {}
