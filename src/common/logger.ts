import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { GatheredLines } from './gathered-lines.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Injection token of the process's one pino logger. */
export const LOGGER = Symbol('logger');

/**
 * Structured log lines on standard output, gathered, or for the command line on standard error. What is not written
 * yet is at exit, and by `flush`.
 */
export function createLogger(level: LogLevel, stream: 'stdout' | 'stderr' = 'stdout'): Logger {
  if (stream === 'stderr') return pino({ level, base: null }, pino.destination({ fd: 2 }));
  const lines = new GatheredLines(pino.destination({ fd: 1, sync: false }));
  process.once('exit', () => {
    lines.end(pino.destination({ fd: 1, sync: true }));
  });
  return pino({ level, base: null }, lines);
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
