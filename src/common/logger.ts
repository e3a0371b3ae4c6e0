import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Injection token of the process's one pino logger. */
export const LOGGER = Symbol('logger');

/** The server writes what it logs when this much has come together, in bytes, or this much later, in milliseconds. */
const TOGETHER = { minLength: 4_096, periodicFlush: 200 } as const;

/**
 * Structured log lines on standard output, or for the command line on standard error. Under load, writing each line by
 * itself costs more than the request that it tells of. What is not written yet is at exit, and by `flush`.
 */
export function createLogger(level: LogLevel, stream: 'stdout' | 'stderr' = 'stdout'): Logger {
  if (stream === 'stderr') return pino({ level, base: null }, pino.destination({ fd: 2 }));
  const destination = pino.destination({ fd: 1, ...TOGETHER });
  process.once('exit', () => {
    destination.flushSync();
  });
  return pino({ level, base: null }, destination);
}

/**
 * What may be logged of an error: never its other properties, for a database error carries the statement's
 * parameters, and with them account fields and token hashes.
 */
export function loggableError(error: unknown): { type: string; message: string; stack?: string } {
  if (!Error.isError(error)) return { type: typeof error, message: String(error) };
  const { name, message, stack } = error;
  return { type: name, message, ...(stack !== undefined && { stack }) };
}

/** Lets Nest's own messages join the structured log; its start-up chatter is only worth a debug line. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ details }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }
}
