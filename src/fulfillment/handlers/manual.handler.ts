import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import type { FulfillmentHandler } from '../../orders/delivery/fulfillment-handler.js';

/** Leaves an order to the operator, who closes it with `souk order accept` or `souk order reject`. */
export class ManualHandler implements FulfillmentHandler {
  readonly code = 'manual';

  checkSettings(settings: FulfillmentSettings): void {
    if (Object.keys(settings).length > 0) {
      throw new OperatorError(...sentence('delivery.manual-settings'));
    }
  }
}
