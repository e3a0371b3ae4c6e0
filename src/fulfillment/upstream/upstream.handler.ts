import { Inject, Injectable } from '@nestjs/common';
import { IsInt, IsPositive, IsString } from 'class-validator';
import type { Logger } from 'pino';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { LOGGER } from '../../common/logger.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
  WaitingOrder,
} from '../../orders/delivery/fulfillment-handler.js';
import { NumberAsText, settingsReader } from '../handlers/handler-settings.js';
import { SupplierUnansweredError } from './supplier/supplier.client.js';
import { SupplierBusyError, SupplierCalls } from './supplier/supplier-calls.js';
import { SupplierPurchase } from './purchase/supplier-purchase.js';
import { SupplierRepository } from './supplier/supplier.repository.js';
import { pending } from './purchase/polling-delay.js';

class UpstreamSettings {
  @NumberAsText()
  @IsString()
  readonly supplier: string;

  @IsInt()
  @IsPositive()
  readonly product: number;
}

const settingsOf = settingsReader(
  UpstreamSettings,
  'The handler "upstream" takes two settings, supplier (its name) and product (its product id).',
);

/** Buys orders from another shop with the same API. */
@Injectable()
export class UpstreamHandler implements FulfillmentHandler {
  readonly code = 'upstream';

  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly calls: SupplierCalls,
    private readonly purchase: SupplierPurchase,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async checkSettings(settings: FulfillmentSettings): Promise<void> {
    const { supplier } = settingsOf(settings);
    if (await this.suppliers.find(supplier)) return;
    throw new OperatorError(...sentence('supplier.unknown', { name: supplier }));
  }

  async deliver(order: WaitingOrder, settings: FulfillmentSettings): Promise<FulfillmentOutcome> {
    const { supplier: name, product } = settingsOf(settings);
    const supplier = await this.suppliers.find(name);
    if (!supplier) throw new Error(`there is no supplier "${name}" any more`);
    const outcome = await this.purchase.withoutCall(order, supplier, product);
    if (outcome) return outcome;
    try {
      return await this.calls.run(supplier, () => this.purchase.buy(order, supplier, product));
    } catch (error) {
      if (error instanceof SupplierBusyError) return pending(error.againInSeconds, error.message);
      if (!(error instanceof SupplierUnansweredError)) throw error;
      this.logger.debug(
        { orderId: order.orderId, supplier: name, reason: error.message },
        'no answer',
      );
      const note = `${name} gave no answer: ${error.message}`;
      return this.purchase.unanswered(order, supplier, product, note);
    }
  }
}
