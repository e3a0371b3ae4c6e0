import type { OrderEventData, ShopEvent } from '../shop-event.js';

/** Data of the events that are told of with a type of the same name to listeners, too. */
type DataOf<Type extends ShopEvent['type']> = Extract<ShopEvent, { type: Type }>['data'];

interface EventOf<Type extends string, Data> {
  /** `evt_…`; the same at every attempt. Another event never has it, not even in a history that a failover has cut. */
  readonly id: string;
  readonly accountId: number;
  /** Names the place behind the event, among those of its account. */
  readonly cursor: string;
  readonly type: Type;
  /** When its transaction began, such as `2026-01-31T18:00:00.000Z`, by the clock of the database. */
  readonly time: string;
  readonly data: Data;
}

/** What has happened to the orders and the balance of an account. Its events have an order. */
export type AccountEvent =
  | EventOf<'order.placed', OrderEventData>
  | EventOf<'order.accepted', OrderEventData>
  /** An accepted order has got codes, which are not told. */
  | EventOf<'order.codes_added', OrderEventData>
  | EventOf<'order.rejected', DataOf<'order.rejected'>>
  | EventOf<'order.refunded', DataOf<'order.refunded'>>
  | EventOf<'balance.deposited', DataOf<'balance.deposited'>>
  /** The operator has corrected the balance, up or down. USD. */
  | EventOf<'balance.adjusted', DataOf<'balance.deposited'> & { readonly reason: string }>
  | HistoryRestarted;

/**
 * The database went back to an earlier state: a failover, a recovery or a restore has lost events that were told, or may have.
 * Those behind `resumesAt` follow. Every listener is told, whatever events it wants.
 */
export type HistoryRestarted = EventOf<
  'history.restarted',
  {
    readonly accountId: number;
    /** The cursor of the last event that was told, as far as the database knows. */
    readonly known: string;
    /** The same if only what was behind it may be lost; otherwise the begin of the account, whose events come again. */
    readonly resumesAt: string;
  }
>;

/** The types that a listener may want. */
export type AccountEventType = Exclude<AccountEvent['type'], 'history.restarted'>;

const TYPES: Readonly<Record<AccountEventType, true>> = {
  'order.placed': true,
  'order.accepted': true,
  'order.codes_added': true,
  'order.rejected': true,
  'order.refunded': true,
  'balance.deposited': true,
  'balance.adjusted': true,
};

export const ACCOUNT_EVENT_TYPES = Object.keys(TYPES) as readonly AccountEventType[];
