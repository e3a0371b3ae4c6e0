import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { pino, type Logger } from 'pino';
import { shapeFault } from '../../common/port-shape.js';
import type { AccountEvent } from './account-event.js';
import { cursorOf } from './account-place.js';
import type { OrderedListener } from './ordered-listener.js';
import { ORDERED_LISTENER_SHAPE, wantsFault } from './ordered-listeners.js';

/** An ordered listener under test. */
export interface OrderedListenerSubject {
  readonly listener: OrderedListener;
  /** Events of one account, in their order. Its receivers are made for tests: the cases really call it. */
  readonly events: readonly AccountEvent[];
  /** Makes what the listener works with fail, until the returned function is called. */
  readonly breakDown?: () => () => void;
}

/** One promise that every ordered listener must keep; `run` throws if the listener breaks it. */
export interface OrderedListenerCase {
  readonly name: string;
  readonly run: (subject: OrderedListenerSubject) => Promise<void>;
}

/** The type and data of an event of an account. */
export type AccountEventContent = AccountEvent extends infer Event
  ? Event extends AccountEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

let events = 0;

/** Makes an event for a test, behind those that it has made before. */
export function accountEvent({ type, data }: AccountEventContent): AccountEvent {
  const { accountId } = data;
  const eventHash = randomBytes(8).toString('hex');
  const place = { eventNumber: ++events, eventHash, entryNumber: 0, entryHash: '' };
  const id = `evt_${accountId}_e${events}_${eventHash}`;
  const cursor = cursorOf(accountId, place);
  return {
    ...{ id, accountId, cursor, type, data },
    time: new Date().toISOString(),
  } as AccountEvent;
}

/** The promises of the port, as cases for any test runner. */
export const ORDERED_LISTENER_CASES: readonly OrderedListenerCase[] = [
  {
    name: 'has a name and its method, and wants events that exist',
    run: async ({ listener }) => {
      assert.equal(shapeFault(listener, ORDERED_LISTENER_SHAPE), undefined);
      assert.equal(wantsFault(listener), undefined);
      await Promise.resolve();
    },
  },
  {
    name: 'handles events in their order, and each event once more',
    run: async (subject) => {
      for (const event of subject.events) {
        await handle(subject, event, 1);
        await handle(subject, event, 2);
      }
    },
  },
  {
    name: 'is told that history restarted, and handles events from before again',
    run: async (subject) => {
      for (const event of subject.events.slice(0, 1)) {
        const { accountId, cursor: known } = event;
        const data = { accountId, known, resumesAt: `${accountId}-0--0-` };
        await handle(subject, accountEvent({ type: 'history.restarted', data }), 1);
        await handle(subject, event, 1);
      }
    },
  },
  {
    name: 'throws while it cannot handle an event, and handles it afterwards',
    run: async (subject) => {
      const { breakDown, events } = subject;
      const event = events.at(-1);
      if (!breakDown || !event) return;
      // Another one than before, which the listener may know already.
      const another = accountEvent(event);
      const mend = breakDown();
      await assert.rejects(handle(subject, another, 1), 'it swallowed a failure');
      mend();
      await handle(subject, another, 2);
    },
  },
];

/** As Souk calls it. */
async function handle(
  { listener }: OrderedListenerSubject,
  event: AccountEvent,
  attempt: number,
): Promise<void> {
  const logger: Logger = pino({ level: 'silent' });
  const { signal } = new AbortController();
  await listener.handle(structuredClone(event), { attempt, signal, logger });
}
