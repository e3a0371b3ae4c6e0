import { Injectable } from '@nestjs/common';
import type { PortOf } from '../../common/port-shape.js';
import { ListenerCalls } from './listener-calls.js';
import type { AccountEvent } from '../ordered/account-event.js';
import { AccountEvents, type PlacedEvent } from '../ordered/account-events.repository.js';
import {
  ListenerPositions,
  type ClaimedPosition,
} from '../ordered/listener-positions.repository.js';
import { OrderedAttempts } from './ordered-attempts.js';
import type { OrderedListener } from '../ordered/ordered-listener.js';

/** Afterwards the account gives way to others. */
const MAX_EVENTS = 100;

/** Tells one listener of the events of one account. */
@Injectable()
export class AccountDelivery {
  constructor(
    private readonly positions: ListenerPositions,
    private readonly events: AccountEvents,
    private readonly attempts: OrderedAttempts,
    private readonly calls: ListenerCalls,
  ) {}

  /**
   * Hands over the next events, one after the other. No transaction is open meanwhile. If the process is killed here, another
   * one begins with the last event again when the claim has ended.
   * @param stopping once aborted, no further event is begun
   * @returns true if there may be more to tell
   */
  async run(
    item: PortOf<OrderedListener>,
    accountId: number,
    stopping: AbortSignal,
  ): Promise<boolean> {
    const { extension, port } = item;
    const told = { extension, listener: port.name, accountId };
    const position = await this.positions.claim(told);
    if (!position) return false;
    const { place, isRestored } = position;
    const page = await this.events.page(accountId, place, { limit: MAX_EVENTS, isRestored });
    let before = { place, isRestored };
    for (const { place, event } of page.events) {
      if (stopping.aborted) break;
      const after = { place, isRestored: false };
      if (event && isWanted(item, event)) {
        const isTold = await this.tell(item, position, { place, event }, before);
        if (!isTold) return false;
      }
      before = after;
    }
    await this.positions.save(position, before);
    return page.isFull;
  }

  /** @returns false if the account stops here */
  private async tell(
    item: PortOf<OrderedListener>,
    position: ClaimedPosition,
    { place, event }: PlacedEvent & { readonly event: AccountEvent },
    before: Pick<ClaimedPosition, 'place' | 'isRestored'>,
  ): Promise<boolean> {
    const attempt = await this.attempts.next(position, event.id);
    try {
      await this.calls.handle(item, event, attempt);
    } catch (error) {
      await this.attempts.failed(position, event, { error, attempt, before });
      return false;
    }
    return this.attempts.succeeded(position, event, { place, isRestored: false, isKept: true });
  }
}

function isWanted({ port }: PortOf<OrderedListener>, { type }: AccountEvent): boolean {
  return type === 'history.restarted' || port.events.includes(type);
}
