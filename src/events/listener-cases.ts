import assert from 'node:assert/strict';
import { pino, type Logger } from 'pino';
import { shapeFault } from '../common/port-shape.js';
import type { Listener } from './listener.js';
import { LISTENER_SHAPE } from './listener-shape.js';
import { SHOP_EVENT_TYPES, shopEvent, type ShopEvent } from './shop-event.js';

/** A listener under test. */
export interface ListenerSubject {
  readonly listener: Listener;
  /** Events that the listener must handle. Its receivers are made for tests: the cases really call it. */
  readonly concerned: readonly ShopEvent[];
  /** Events that do not concern it. */
  readonly unconcerned?: readonly ShopEvent[];
  /** Makes what the listener works with fail, until the returned function is called. */
  readonly breakDown?: () => () => void;
}

/** One promise that every listener must keep; `run` throws if the listener breaks it. */
export interface ListenerCase {
  readonly name: string;
  readonly run: (subject: ListenerSubject) => Promise<void>;
}

/** The promises of the port, as cases for any test runner. */
export const LISTENER_CASES: readonly ListenerCase[] = [
  {
    name: 'has a name and all methods',
    run: async ({ listener }) => {
      assert.equal(shapeFault(listener, LISTENER_SHAPE), undefined);
      await Promise.resolve();
    },
  },
  {
    name: 'wants events that exist',
    run: async ({ listener, concerned }) => {
      assert.ok(listener.events.length > 0, 'it wants no events');
      for (const type of listener.events) assert.ok(SHOP_EVENT_TYPES.includes(type), type);
      for (const { type } of concerned) assert.ok(listener.events.includes(type), type);
      await Promise.resolve();
    },
  },
  {
    name: 'says true or false, and the same again under another id, to whether an event concerns it',
    run: async ({ listener, concerned, unconcerned = [] }) => {
      for (const [events, concern] of [
        [concerned, true],
        [unconcerned, false],
      ] as const) {
        for (const event of events) {
          assert.equal(listener.concerns(event), concern, event.type);
          assert.equal(listener.concerns(shopEvent(event)), concern, `${event.type} again`);
        }
      }
      await Promise.resolve();
    },
  },
  {
    name: 'handles an event, and the same event once more',
    run: async (subject) => {
      for (const event of subject.concerned) {
        await handle(subject, event, 1);
        await handle(subject, event, 2);
      }
    },
  },
  {
    name: 'throws while it cannot handle an event, and handles it afterwards',
    run: async (subject) => {
      const { breakDown, concerned } = subject;
      const [event] = concerned;
      if (!breakDown || !event) return;
      const mend = breakDown();
      await assert.rejects(handle(subject, event, 1), 'it swallowed a failure');
      mend();
      await handle(subject, event, 2);
    },
  },
];

/** As Souk calls it: with an event that was stored as JSON. */
async function handle(
  { listener }: ListenerSubject,
  event: ShopEvent,
  attempt: number,
): Promise<void> {
  const logger: Logger = pino({ level: 'silent' });
  const stored = JSON.parse(JSON.stringify(event)) as ShopEvent;
  const { signal } = new AbortController();
  await listener.handle(stored, { attempt, signal, logger });
}
