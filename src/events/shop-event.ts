import { randomUUID } from 'node:crypto';

/** An order as its events tell it. Amounts are plain decimal texts. Account fields and codes are left out. */
export interface OrderEventData {
  readonly accountId: number;
  /** `ID_…`, unique in the whole shop. */
  readonly orderId: string;
  /** The caller's idempotency key. */
  readonly orderUuid: string;
  readonly productId: number;
  readonly productName: string;
  readonly quantity: string;
  /** USD per unit and USD charged. */
  readonly unitPrice: string;
  readonly total: string;
  /** True for a test order: it moves no money and no goods. */
  readonly rehearsal: boolean;
}

interface EventOf<Type extends string, Data> {
  /** `evt_…`; the same at every attempt. */
  readonly id: string;
  readonly type: Type;
  /** When the event was written, such as `2026-01-31T18:00:00.000Z`, by the clock of the process. */
  readonly time: string;
  readonly data: Data;
}

/**
 * What has happened in the shop. The events of one order may arrive in any order: an order that is delivered at once is
 * placed and accepted in one transaction.
 */
export type ShopEvent =
  /** A new order was charged. */
  | EventOf<'order.placed', OrderEventData>
  | EventOf<'order.accepted', OrderEventData>
  /** An order was rejected and refunded. `reason` is for the reseller; null if none was given. */
  | EventOf<'order.rejected', OrderEventData & { readonly reason: string | null }>
  /** An accepted order was paid back, whole or in part; it stays accepted. */
  | EventOf<
      'order.refunded',
      OrderEventData & {
        /** USD that went back now, and USD that have gone back of the order in all. */
        readonly amount: string;
        readonly refunded: string;
        readonly reason: string;
        /** The operator's own; unique within the account. */
        readonly reference: string;
      }
    >
  /**
   * A charge took the spendable amount below the threshold that is set with the webhook of the account. An account
   * without that threshold has no such event. USD.
   */
  | EventOf<
      'balance.low',
      { readonly accountId: number; readonly spendable: string; readonly threshold: string }
    >
  /** The operator has deposited money; `balance` is the one after it. USD. */
  | EventOf<
      'balance.deposited',
      {
        readonly accountId: number;
        readonly amount: string;
        readonly balance: string;
        /** The operator's own, such as the number of an invoice; null if none was given. */
        readonly reference: string | null;
      }
    >
  /**
   * The catalog, its prices or its rules may have changed. It is not transactional: each server tells it once at start,
   * and at least once after the last of several changes, with the newest revision. Compare revisions for equality only.
   */
  | EventOf<'catalog.changed', { readonly revision: string }>;

export type ShopEventType = ShopEvent['type'];

/** The type and data of an event. */
export type ShopEventContent = ShopEvent extends infer Event
  ? Event extends ShopEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

const TYPES: Readonly<Record<ShopEventType, true>> = {
  'order.placed': true,
  'order.accepted': true,
  'order.rejected': true,
  'order.refunded': true,
  'balance.low': true,
  'balance.deposited': true,
  'catalog.changed': true,
};

export const SHOP_EVENT_TYPES = Object.keys(TYPES) as readonly ShopEventType[];

/** Makes an event, once for all its listeners. It is frozen, so that no listener changes it for another one. */
export function shopEvent({ type, data }: ShopEventContent): ShopEvent {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  const time = new Date().toISOString();
  return Object.freeze({ id, type, time, data: Object.freeze(data) }) as ShopEvent;
}
