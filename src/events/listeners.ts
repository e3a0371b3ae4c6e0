import { Injectable } from '@nestjs/common';
import { OperatorError } from '../common/app-error.js';
import { loggableError } from '../common/logger.js';
import { deciding } from '../common/port-call.js';
import { PortFaults } from '../common/port-faults.js';
import { assertPorts, type PortOf } from '../common/port-shape.js';
import type { Listener } from './listener.js';
import { LISTENER_SHAPE } from './listener-shape.js';
import type { RecordedListener } from './recorded-listeners.js';
import { SHOP_EVENT_TYPES, type ShopEvent, type ShopEventType } from './shop-event.js';

/** A listener by its name; its code may not be loaded here. */
export type ListenerRef = Pick<RecordedListener, 'extension' | 'name'>;

/** The listeners of the extensions that are loaded in this process. */
@Injectable()
export class Listeners {
  private items: readonly PortOf<Listener>[] = [];

  constructor(private readonly faults: PortFaults) {}

  /** Called once, before the first request or job. @throws OperatorError */
  use(items: readonly PortOf<Listener>[]): void {
    assertPorts(LISTENER_SHAPE, items);
    for (const item of items) assertEvents(item);
    this.items = items;
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** Those that want events of the type. */
  of(type: ShopEventType): readonly PortOf<Listener>[] {
    return this.items.filter(({ port }) => port.events.includes(type));
  }

  find({ extension, name }: ListenerRef): PortOf<Listener> | undefined {
    return this.items.find((item) => item.extension === extension && item.port.name === name);
  }

  /**
   * The listeners for which an event is to be written.
   * @param recorded decides alone where the code is not loaded, or of another version that does not want the type.
   */
  targets(event: ShopEvent, recorded: readonly RecordedListener[]): readonly ListenerRef[] {
    const loaded = this.of(event.type);
    const others = recorded.filter(
      ({ extension, name, events }) =>
        isListOf(events, event.type) &&
        !loaded.some((item) => item.extension === extension && item.port.name === name),
    );
    const concerned = loaded.filter((item) => this.isConcerned(item, event));
    return [...concerned.map(({ extension, port }) => ({ extension, name: port.name })), ...others];
  }

  /** True also if the listener cannot tell, so that no event is lost. */
  isConcerned({ extension, port }: PortOf<Listener>, event: ShopEvent): boolean {
    try {
      const concern: unknown = deciding('listener', { extension, port }, () =>
        port.concerns(event),
      );
      if (typeof concern === 'boolean') return concern;
      // A rejection that nobody awaits would end the process.
      Promise.resolve(concern).catch(() => undefined);
      throw new Error('concerns gives no boolean');
    } catch (error) {
      const fault = 'a listener could not tell whether an event concerns it, so it gets the event';
      const err = loggableError(error);
      const details = { level: 'warn', err, properties: { event: event.type } } as const;
      this.faults.note({ extension, port: port.name, fault }, details);
      return true;
    }
  }
}

/** A row may have been written by hand. */
export function isListOf(events: unknown, type: string): boolean {
  return Array.isArray(events) && events.includes(type);
}

function assertEvents({ extension, port }: PortOf<Listener>): void {
  const { events } = port as { events: unknown };
  const isKnown = (type: unknown): boolean =>
    (SHOP_EVENT_TYPES as readonly unknown[]).includes(type);
  if (Array.isArray(events) && events.length > 0 && events.every(isKnown)) return;
  throw new OperatorError(
    `The extension "${extension}" has the listener "${port.name}", whose events must be a list of ${SHOP_EVENT_TYPES.join(', ')}.`,
  );
}
