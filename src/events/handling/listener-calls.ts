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
  /** Tests set a shorter one. */
  timeoutMs = HANDLE_TIMEOUT_MS;

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
    await withinTime(handled(), this.timeoutMs, `no answer within ${this.timeoutMs} ms`, limit);
  }
}
