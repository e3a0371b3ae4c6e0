import {
  OperatorError,
  type DeliveryContext,
  type FulfillmentHandler,
  type FulfillmentOutcome,
  type FulfillmentSettings,
  type WaitingOrder,
} from 'souk';

/** Buys codes from a supplier: `souk delivery set 1140 --by "acme-supplier sku=UC60"`. */
export class SupplierHandler implements FulfillmentHandler {
  readonly code = 'acme-supplier';

  constructor(private readonly url: string) {}

  checkSettings({ sku }: FulfillmentSettings): void {
    if (typeof sku === 'string' && /^[A-Z0-9]+$/.test(sku)) return;
    throw new OperatorError(
      'The handler "acme-supplier" needs a sku of capital letters and digits.',
    );
  }

  /** The supplier knows an order by its id, so asking again buys nothing twice. Only its plain no refunds the order. */
  async deliver(
    { orderId, quantity }: WaitingOrder,
    { sku }: FulfillmentSettings,
    { signal }: DeliveryContext,
  ): Promise<FulfillmentOutcome> {
    const answer = await fetch(`${this.url}/purchases/${orderId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sku, quantity }),
      signal,
    });
    if (answer.status === 409)
      return { kind: 'refused', reason: `the supplier is out of ${String(sku)}` };
    if (answer.status === 202) {
      return { kind: 'pending', againInSeconds: 5, note: 'the supplier prepares it' };
    }
    // Anything else is unknown, and Souk asks again.
    if (answer.status !== 200) throw new Error(`the supplier answered ${answer.status}`);
    const { codes } = (await answer.json()) as { codes: string[] };
    return { kind: 'delivered', codes };
  }
}
