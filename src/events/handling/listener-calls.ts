import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../common/logger.js';
import { NestedTurns } from '../../common/nested-turns.js';
import type { PortOf } from '../../common/port-shape.js';
import type { Listener } from '../listener.js';
import type { ShopEvent } from '../shop-event.js';

/** Events that the listeners of one process handle at the same time, those of the catalog besides. */
export const EVENT_SLOTS = { first: 20, retried: 5 };
const MAX_LISTENERS_OF_THE_CATALOG = 100;
/** Below the time after which a job counts as one of a killed process. */
const HANDLE_TIMEOUT_MS = 30_000;

/** Calls listeners, within a time limit. */
@Injectable()
export class ListenerCalls {
  private readonly turns = new NestedTurns({
    concurrent: EVENT_SLOTS.first + EVENT_SLOTS.retried + MAX_LISTENERS_OF_THE_CATALOG,
    waiting: 0,
    waitMs: 0,
    workMs: HANDLE_TIMEOUT_MS,
  });

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** @throws what the listener throws, or an error when its time is over */
  async handle(
    { extension, port }: PortOf<Listener>,
    event: ShopEvent,
    attempt: number,
  ): Promise<void> {
    const logger = this.logger.child({ extension, port: port.name });
    await this.turns.run([], (signal) => port.handle(event, { attempt, signal, logger }));
  }
}
