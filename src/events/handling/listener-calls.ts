import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../common/logger.js';
import type { PortOf } from '../../common/port-shape.js';
import { withinTime } from '../../common/time-limit.js';
import type { HandlingOptions } from '../listener.js';

/** Below the time after which a job counts as one of a killed process. */
const HANDLE_TIMEOUT_MS = 30_000;

interface Handler<Event> {
  readonly name: string;
  handle(event: Event, options: HandlingOptions): Promise<void>;
}

/** Calls listeners, within a time limit; how many at a time is up to the callers. */
@Injectable()
export class ListenerCalls {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** @throws what the listener throws, or an error when its time is over */
  async handle<Event>(
    { extension, port }: PortOf<Handler<Event>>,
    event: Event,
    attempt: number,
  ): Promise<void> {
    const logger = this.logger.child({ extension, port: port.name });
    const limit = new AbortController();
    const { signal } = limit;
    const handled = async (): Promise<void> => port.handle(event, { attempt, signal, logger });
    const late = `no answer within ${HANDLE_TIMEOUT_MS} ms`;
    await withinTime(handled(), HANDLE_TIMEOUT_MS, late, limit);
  }
}
