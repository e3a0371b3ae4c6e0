import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, type LoggableError } from './logger.js';

/** A port that has thrown, or has given an answer that is none. */
export interface PortFault {
  readonly extension: string;
  /** The name of the port. */
  readonly port: string;
  /** What it did, as a sentence without a period. */
  readonly fault: string;
}

/** What is logged with a fault. */
interface Details {
  readonly level?: 'warn' | 'error';
  /** Made by `loggableError`, without secrets. */
  readonly err?: LoggableError | undefined;
  /** Other properties of the log line, without secrets. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** The same fault of the same port, with the same message, is logged at most once in this time. */
const LOG_INTERVAL_MS = 60_000;
/** Faults that are told apart in this time; further ones are only reported. */
const MAX_FAULTS = 1_000;
/** Messages of one fault that are told apart in this time, since a message may hold the id of an order; all others are one. */
const MAX_MESSAGES = 20;

interface LoggedFault {
  /** By `performance.now()`. */
  readonly at: number;
  notLogged: number;
}

/**
 * Logs what the ports of extensions do wrong, without a line for each request, and reports every fault for `souk doctor`.
 */
@Injectable()
export class PortFaults {
  /** Set once by the server, which stores faults; commands only log them. */
  report: ((fault: PortFault) => void) | undefined;

  /** By extension, port, text and message; the one that was logged first comes first. */
  private readonly logged = new Map<string, LoggedFault>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  note(
    { extension, port, fault }: PortFault,
    { level = 'error', err, properties }: Details = {},
  ): void {
    this.report?.({ extension, port, fault: err ? `${fault}: ${err.message}` : fault });
    const notLogged = this.due(this.keyOf(JSON.stringify([extension, port, fault]), err?.message));
    if (notLogged === undefined) return;
    const count = notLogged > 0 && { notLogged };
    this.logger[level]({ extension, port, ...properties, ...count, ...(err && { err }) }, fault);
  }

  private keyOf(fault: string, message = ''): string {
    const key = fault + message;
    if (this.logged.has(key)) return key;
    const now = performance.now();
    const isRecent = ([other, { at }]: [string, LoggedFault]): boolean =>
      other.startsWith(fault) && now - at < LOG_INTERVAL_MS;
    return [...this.logged].filter(isRecent).length < MAX_MESSAGES ? key : fault;
  }

  /** How many of these faults were not logged since the last one was; undefined if this one is not to be logged. */
  private due(key: string): number | undefined {
    const now = performance.now();
    const last = this.logged.get(key);
    if (last && now - last.at < LOG_INTERVAL_MS) {
      last.notLogged++;
      return undefined;
    }
    const [oldest] = this.logged;
    if (!last && oldest && this.logged.size >= MAX_FAULTS) {
      if (now - oldest[1].at < LOG_INTERVAL_MS) return undefined;
      this.logged.delete(oldest[0]);
    }
    this.logged.delete(key);
    this.logged.set(key, { at: now, notLogged: 0 });
    return last?.notLogged ?? 0;
  }
}
