import type { Logger } from 'pino';
import type { ShopEvent, ShopEventType } from './shop-event.js';

/** How an event is handed over. */
export interface HandlingOptions {
  /** 1, then counting up with each failure. A repetition after a killed process has the number of the former. */
  readonly attempt: number;
  /** Aborted after 30 seconds, when the attempt has failed. */
  readonly signal: AbortSignal;
  /** Its lines name the extension and the listener. */
  readonly logger: Logger;
}

/**
 * Learns what happens in the shop. All events but `catalog.changed` are written in the transaction that they tell of, so
 * an event arrives if and only if that was committed, and then at least once, also when the process that wrote it has not
 * loaded the extension. Events may arrive in another order than they happened, and several at a time.
 */
export interface Listener {
  /** Lower-case letters, digits and hyphens; unique within the extension. It must stay the same in later versions. */
  readonly name: string;

  /** The types of events that it wants. */
  readonly events: readonly ShopEventType[];

  /**
   * True if the event is to be handled. It is pure, synchronous and fast; it must not depend on the event's id and time,
   * since it is called more than once. An order whose `order.placed` concerns no listener is placed in a batch with
   * others. If it throws or gives no boolean, the event is handled, and the fault is logged.
   */
  concerns(event: ShopEvent): boolean;

  /**
   * Handles an event, after its transaction was committed and outside of any; it may call the network. It may get the
   * same event again, after it has handled it, too: the id is the same. If it throws or takes longer than 30 seconds, it
   * gets the event again after 5 seconds, 5 minutes, half an hour and so on, for about three days; then the event is
   * listed by `souk extension failures` and can be sent again. After more than 5 seconds, its further events wait for
   * half a minute, so that it does not delay those of others. A failed `catalog.changed` is tried again by the same server as long as it runs.
   */
  handle(event: ShopEvent, options: HandlingOptions): Promise<void>;
}
