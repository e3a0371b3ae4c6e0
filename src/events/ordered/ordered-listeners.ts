import { Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import { assertPorts, type PortOf, type PortShape } from '../../common/port-shape.js';
import { ACCOUNT_EVENT_TYPES } from './account-event.js';
import type { OrderedListener } from './ordered-listener.js';

/** The events that it wants, and where it begins, are checked apart. */
export const ORDERED_LISTENER_SHAPE: PortShape = {
  kind: 'ordered listener',
  members: { handle: { type: 'method', required: true } },
};

/** The listeners of this process that are told events in order. */
@Injectable()
export class OrderedListeners {
  private items: readonly PortOf<OrderedListener>[] = [];

  /** Called once, before the first request or job. @throws OperatorError */
  use(items: readonly PortOf<OrderedListener>[]): void {
    assertPorts(ORDERED_LISTENER_SHAPE, items);
    for (const { extension, port } of items) {
      const fault = wantsFault(port);
      if (fault === undefined) continue;
      throw new OperatorError(
        `The extension "${extension}" has the ordered listener "${port.name}", whose ${fault}.`,
      );
    }
    this.items = items;
  }

  get all(): readonly PortOf<OrderedListener>[] {
    return this.items;
  }
}

/** Extensions may be written without types. @returns what is wrong, after "whose" */
export function wantsFault({ events, from }: Partial<OrderedListener>): string | undefined {
  const isKnown = (type: unknown): boolean => ACCOUNT_EVENT_TYPES.some((known) => known === type);
  if (!Array.isArray(events) || events.length === 0 || !events.every(isKnown)) {
    return `events must be a list of ${ACCOUNT_EVENT_TYPES.join(', ')}`;
  }
  return from === undefined || (from as unknown) === 'beginning'
    ? undefined
    : 'from must be "beginning" or left out';
}
