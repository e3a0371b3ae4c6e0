import { HandlerRegistry } from '../../src/fulfillment/handlers/handler.registry.js';
import type { FulfillmentHandler } from '../../src/orders/delivery/fulfillment-handler.js';
import type { TestShop } from './test-shop.js';
import { fresh } from './worker-shop.js';

export type Answers = Omit<FulfillmentHandler, 'code' | 'checkSettings'>;

/** A product of 2 USD that these handlers deliver, one after the other. */
export function productDeliveredBy(
  shop: TestShop,
  type: 'package' | 'amount',
  ...answers: readonly Answers[]
): Promise<number> {
  const { handlers } = shop.service(HandlerRegistry) as unknown as {
    handlers: Map<string, FulfillmentHandler>;
  };
  const fulfillment = answers.map((handler) => {
    const code = fresh('odd');
    handlers.set(code, { code, checkSettings: () => undefined, ...handler });
    return { handler: code, settings: {} };
  });
  return shop.product({ price: '2', type, fulfillment });
}
