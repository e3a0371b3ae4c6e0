import type { HandlingOptions } from '../listener.js';
import type { AccountEvent, AccountEventType } from './account-event.js';

/**
 * Learns what has happened in the order in which it happened, account by account: the next event of an account comes when the
 * one before was handled. Accounts are told beside each other, by any of the servers. Every committed event arrives at least once.
 */
export interface OrderedListener {
  /** Lower-case letters, digits and hyphens; unique within the extension. It must stay the same in later versions. */
  readonly name: string;

  /** The types of events that it wants; `history.restarted` comes in any case. */
  readonly events: readonly AccountEventType[];

  /**
   * Where it begins when a server records it for the first time: behind all that has happened, by default, or with the
   * first event of each account. Accounts that are made later are told from their first event.
   */
  readonly from?: 'beginning';

  /**
   * Handles an event, outside of any transaction; it may call the network. It may get the same event again, after it has
   * handled it, too: the id is the same. If it throws or takes longer than 30 seconds, the account stops for this listener
   * alone: it gets the event again after 5 seconds, 30 seconds, 5 minutes, half an hour, and then each hour, until it has
   * handled it or an operator has left the event out by `souk extension skip`.
   */
  handle(event: AccountEvent, options: HandlingOptions): Promise<void>;
}
