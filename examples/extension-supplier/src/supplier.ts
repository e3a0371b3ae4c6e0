import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  OperatorError,
  type DeliveryContext,
  type FulfillmentHandler,
  type FulfillmentOutcome,
  type FulfillmentSettings,
  type WaitingOrder,
} from 'souk';

/** The supplier calls back, so the poll is only for a callback that is lost. */
const POLL_SECONDS = 86_400;

/** What the supplier says of an order. */
interface Purchase {
  readonly state: 'working' | 'done' | 'failed';
  readonly code?: string;
}

/** The interface of the supplier. Address and secret are set by `ports`, from the settings. */
@Injectable()
export class Supplier {
  url = '';
  /** Shared with the supplier; while it is empty, no callback is taken. */
  secret = '';

  /** @param signature the HMAC-SHA-256 of the body, in hexadecimal digits */
  isSigned(body: Buffer, signature: string | undefined): boolean {
    const right = createHmac('sha256', this.secret).update(body).digest();
    const given = Buffer.from(signature ?? '', 'hex');
    return this.secret !== '' && right.length === given.length && timingSafeEqual(right, given);
  }

  async buy(orderId: string, sku: string, signal: AbortSignal): Promise<Purchase> {
    const body = JSON.stringify({ sku });
    return this.read(
      await fetch(`${this.url}/purchases/${orderId}`, { method: 'PUT', body, signal }),
    );
  }

  /** @returns undefined if the supplier knows nothing of the order */
  async find(orderId: string, signal: AbortSignal): Promise<Purchase | undefined> {
    const answer = await fetch(`${this.url}/purchases/${orderId}`, { signal });
    if (answer.status !== 404) return this.read(answer);
    await answer.body?.cancel();
    return undefined;
  }

  private async read(answer: Response): Promise<Purchase> {
    if (!answer.ok) throw new Error(`the supplier answered ${answer.status}`);
    return (await answer.json()) as Purchase;
  }
}

export class SupplierHandler implements FulfillmentHandler {
  readonly code = 'supply';

  constructor(private readonly supplier: Supplier) {}

  checkSettings({ sku }: FulfillmentSettings): void {
    if (typeof sku === 'string' && /^[A-Z0-9]+$/.test(sku)) return;
    throw new OperatorError('The handler "supply" needs a sku of capital letters and digits.');
  }

  async deliver(
    { orderId, quantity }: WaitingOrder,
    { sku }: FulfillmentSettings,
    { signal }: DeliveryContext,
  ): Promise<FulfillmentOutcome> {
    if (quantity !== '1') return { kind: 'refused', reason: 'the supplier sells one at a time' };
    return outcome(await this.supplier.buy(orderId, String(sku), signal));
  }

  async check(
    { orderId }: WaitingOrder,
    _settings: FulfillmentSettings,
    { signal }: DeliveryContext,
  ): Promise<FulfillmentOutcome | undefined> {
    const purchase = await this.supplier.find(orderId, signal);
    return purchase && outcome(purchase);
  }
}

function outcome({ state, code }: Purchase): FulfillmentOutcome {
  if (state === 'failed') return { kind: 'refused', reason: 'the supplier could not deliver' };
  if (state === 'done' && code !== undefined) return { kind: 'delivered', codes: [code] };
  return { kind: 'pending', againInSeconds: POLL_SECONDS, note: 'the supplier will call back' };
}
