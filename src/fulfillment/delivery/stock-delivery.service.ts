import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentStep } from '../../catalog/fulfillment-step.js';
import {
  StockDelivery,
  type ReservedDelivery,
  type ReservedStock,
  type StockRequest,
} from '../../orders/delivery/stock-delivery.js';
import { CodeReservations, type CodesOfOrder } from '../codes/code-reservations.js';
import { DeliveryCosts } from '../costs/delivery-costs.js';
import { STOCK_HANDLER } from '../handlers/code-evidence.js';
import { actorOf } from './delivery-at-once.js';

/** Delivers codes from stock to several new orders in one transaction, as `CodesHandler` does to one. */
@Injectable()
export class StockDeliveryService extends StockDelivery {
  constructor(
    private readonly reservations: CodeReservations,
    private readonly costs: DeliveryCosts,
  ) {
    super();
  }

  delivers([first]: readonly FulfillmentStep[]): boolean {
    return first?.handler === STOCK_HANDLER;
  }

  async reserve(manager: EntityManager, requests: readonly StockRequest[]): Promise<ReservedStock> {
    const orders = requests.map(({ toFulfill: order, steps: [first] }) => ({
      order,
      settings: first?.settings ?? {},
    }));
    const reserved = await this.reservations.reserve(manager, orders);
    const byId = new Map(requests.map((request) => [request.toFulfill.orderId, request]));
    return {
      of: (orderId) => deliveryOf(reserved.get(orderId), byId.get(orderId)),
      deliver: async (orderIds) => {
        const codes = orderIds.flatMap((orderId) => asCodes(reserved.get(orderId)));
        if (codes.length === 0) return;
        await this.reservations.handOut(manager, codes);
        const delivered = orderIds.flatMap((orderId) => byId.get(orderId)?.toFulfill ?? []);
        await this.costs.recordAtOnce(manager, delivered);
      },
    };
  }
}

type Reserved = CodesOfOrder | 'short' | undefined;

function asCodes(reserved: Reserved): CodesOfOrder[] {
  return typeof reserved === 'object' ? [reserved] : [];
}

function deliveryOf(reserved: Reserved, request: StockRequest | undefined): ReservedDelivery {
  if (reserved === 'short') return request?.steps.length === 1 ? 'short' : 'unclear';
  if (!reserved) return 'unclear';
  return { kind: 'delivered', codes: reserved.codes, by: actorOf(STOCK_HANDLER) };
}
