import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { Shutdown } from '../../common/http/connection/shutdown.js';
import { LOGGER, loggableError } from '../../common/logger.js';
import {
  WaitingSummaries,
  type WaitingSummary,
} from '../../orders/history/waiting-summary.repository.js';
import type { EventStream } from './event-stream.js';

const INTERVAL_MS = 2_000;
/** An event is sent at least so often, so that proxies keep the connection, and ended sessions end their streams. */
const LONGEST_SILENCE_MS = 15_000;
/** A browser needs one of them, whatever the number of its pages. */
export const MAX_STREAMS = 100;
/** More than one, since a browser opens the next before it has closed the one of the page before. */
const MAX_STREAMS_PER_SESSION = 4;
/** In all sessions, so that nobody takes the streams of others. */
const MAX_STREAMS_PER_OPERATOR = 5;

/** Tells browsers how many orders wait: one short statement of an instance every two seconds, while any browser listens. */
@Injectable()
export class LiveOrders implements BeforeApplicationShutdown {
  private readonly streams = new Set<EventStream>();
  private timer: NodeJS.Timeout | undefined;
  private told: { readonly key: string; readonly at: number } | undefined;

  constructor(
    private readonly summaries: WaitingSummaries,
    private readonly shutdown: Shutdown,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isFull(): boolean {
    for (const stream of this.streams) if (stream.isClosed) this.streams.delete(stream);
    return this.streams.size >= MAX_STREAMS;
  }

  /** Sends the present state, and each one that differs, until the browser goes. */
  async add(stream: EventStream): Promise<void> {
    // It may have gone while it was admitted, and would not tell any more.
    if (stream.isClosed) return;
    this.streams.add(stream);
    stream.onClose(() => {
      this.streams.delete(stream);
    });
    this.endOldest(MAX_STREAMS_PER_SESSION, ({ sessionId }) => sessionId === stream.sessionId);
    this.endOldest(MAX_STREAMS_PER_OPERATOR, ({ operatorId }) => operatorId === stream.operatorId);
    this.timer ??= setTimeout(() => void this.look(), INTERVAL_MS).unref();
    const present = await this.present();
    if (present) await stream.send('orders', present);
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.endAll();
  }

  private async look(): Promise<void> {
    this.timer = undefined;
    if (this.shutdown.hasBegun) this.endAll();
    if (this.streams.size === 0) return;
    await this.tell();
    this.timer ??= setTimeout(() => void this.look(), INTERVAL_MS).unref();
  }

  private async tell(): Promise<void> {
    const present = await this.present();
    if (!present) return;
    const key = JSON.stringify(present);
    const now = performance.now();
    if (this.told?.key === key && now - this.told.at < LONGEST_SILENCE_MS) return;
    this.told = { key, at: now };
    await Promise.all([...this.streams].map((stream) => stream.send('orders', present)));
  }

  /** Undefined while the database does not answer. */
  private async present(): Promise<WaitingSummary | undefined> {
    try {
      return await this.summaries.read();
    } catch (error) {
      this.logger.warn({ err: loggableError(error) }, 'the waiting orders cannot be read');
      return undefined;
    }
  }

  private endOldest(most: number, isOwn: (stream: EventStream) => boolean): void {
    const own = [...this.streams].filter((stream) => !stream.isClosed && isOwn(stream));
    for (const stream of own.slice(0, -most)) stream.end();
  }

  private endAll(): void {
    for (const stream of this.streams) stream.end();
  }
}
