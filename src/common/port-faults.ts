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

/** Logs what the ports of extensions do wrong, and reports it for `souk doctor`. */
@Injectable()
export class PortFaults {
  /** Set once by the server, which stores faults; commands only log them. */
  report: ((fault: PortFault) => void) | undefined;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  note(
    { extension, port, fault }: PortFault,
    { level = 'error', err, properties }: Details = {},
  ): void {
    this.logger[level]({ extension, port, ...properties, ...(err && { err }) }, fault);
    this.report?.({ extension, port, fault: err ? `${fault}: ${err.message}` : fault });
  }
}
