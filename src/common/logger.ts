import type { LoggerService } from '@nestjs/common';
import { isatty } from 'node:tty';
import { pino, type Logger } from 'pino';
import { GatheredLines } from './gathered-lines.js';
import { readableLine } from './readable-line.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Injection token of the pino logger of the process. */
export const LOGGER = Symbol('logger');

/**
 * Structured log lines, JSON or on a terminal readable text: buffered on standard output, or unbuffered on standard error for the command line. The buffer
 * is written at exit and by `flush`.
 */
export function createLogger(level: LogLevel, stream: 'stdout' | 'stderr' = 'stdout'): Logger {
  if (stream === 'stderr') {
    return pino({ level, base: null }, readableOnTerminal(2, pino.destination({ fd: 2 })));
  }
  const lines = new GatheredLines(pino.destination({ fd: 1, sync: false }));
  process.once('exit', () => {
    lines.end(pino.destination({ fd: 1, sync: true }));
  });
  return pino({ level, base: null }, readableOnTerminal(1, lines));
}

interface Lines {
  write(line: string): unknown;
  flush(): void;
}

function readableOnTerminal(descriptor: number, lines: Lines): Lines {
  if (!isatty(descriptor)) return lines;
  return {
    write: (line) => lines.write(readableLine(line)),
    flush: () => {
      lines.flush();
    },
  };
}

/**
 * The properties of an error that may be logged. The others may not: those of a database error hold the parameters of
 * the statement, among them account fields and token hashes.
 */
export function loggableError(error: unknown): { type: string; message: string; stack?: string } {
  if (!Error.isError(error)) return { type: typeof error, message: String(error) };
  const { name, message, stack } = error;
  return { type: name, message, ...(stack !== undefined && { stack }) };
}

/** Writes Nest's own messages into the structured log; those about its start-up at the level debug. */
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
