import { Injectable } from '@nestjs/common';
import { ProductService } from '../../catalog/editing/product.service.js';
import { FulfillmentPlanService } from '../../fulfillment/delivery/fulfillment-plan.service.js';
import {
  DELIVERY_SHAPE,
  type DeliveryStepDto,
} from '../../operations/delivery/delivery.operations.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import type { Visit } from '../visit/visit.js';
import { wayOf } from './delivery-way.js';

/** Stocks in a list to choose from; another one is typed. */
const MAX_STOCKS = 200;
const IN_STOCK = 'stock:';
/** They have entries of their own, with names to choose from. */
const NAMED_HANDLERS: readonly string[] = ['manual', 'codes', 'upstream'];

/** What can deliver a product. */
export type DeliveryChoices = Awaited<ReturnType<DeliveryReading['choices']>>;

/** Who delivers a product, without what the operator may not see or change. */
export type ShownDelivery = Awaited<ReturnType<DeliveryReading['shown']>>;

/** Reads who delivers a product, and who could. */
@Injectable()
export class DeliveryReading {
  constructor(
    private readonly products: ProductService,
    private readonly plans: FulfillmentPlanService,
    private readonly stocks: CodeStockService,
    private readonly suppliers: SupplierService,
  ) {}

  /** @throws MissingError */
  async shown({ caller }: Visit, productId: number) {
    const { steps } = DELIVERY_SHAPE.of(await this.products.get(productId));
    return {
      steps,
      ...(caller.may('stock.read') && { left: await this.left(steps[0]) }),
      ...(caller.may('delivery.edit') && { choices: await this.choices() }),
    };
  }

  /** Codes that are left in the stock that delivers first, counted up to `MAX_CODES`. */
  private async left(first: DeliveryStepDto | undefined): Promise<number | undefined> {
    const by = first && wayOf(first).by;
    if (!by?.startsWith(IN_STOCK)) return undefined;
    const [stock] = await this.stocks.free([by.slice(IN_STOCK.length)]);
    return stock?.free ?? 0;
  }

  async choices() {
    const stocks = await this.stocks.names(MAX_STOCKS + 1);
    return {
      stocks: stocks.slice(0, MAX_STOCKS),
      hasMoreStocks: stocks.length > MAX_STOCKS,
      suppliers: (await this.suppliers.list()).map(({ name }) => name),
      // The other ones, by their codes.
      handlers: this.plans.handlers().filter((code) => !NAMED_HANDLERS.includes(code)),
    };
  }
}
