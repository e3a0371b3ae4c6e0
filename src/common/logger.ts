import type { LoggerService } from '@nestjs/common';
import { isatty } from 'node:tty';
import { pino, type Logger } from 'pino';
import { GatheredLines } from './gathered-lines.js';
import { readableLine } from './readable-line.js';
import { thisWorker } from './server-worker.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What is written to a pipe at a time is not mixed with what others write, up to so many bytes (PIPE_BUF on Linux). */
const ATOMIC_BYTES = 4_096;

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
  const { number, workers } = thisWorker;
  const isShared = workers > 1;
  const lines = new GatheredLines(
    pino.destination({ fd: 1, sync: false, ...(isShared && { maxWrite: ATOMIC_BYTES }) }),
    isShared,
  );
  process.once('exit', () => {
    lines.end(pino.destination({ fd: 1, sync: true }));
  });
  return pino({ level, base: isShared ? { worker: number } : null }, readableOnTerminal(1, lines));
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

/** What is logged of an error. */
export interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
}

const MAX_NAME_CHARACTERS = 200;
const MAX_MESSAGE_CHARACTERS = 4_000;
const MAX_STACK_CHARACTERS = 16_000;

/**
 * The properties of an error that may be logged. The others may not: those of a database error hold the parameters of
 * the statement, among them account fields and token hashes. It never throws, since extensions may throw anything.
 * @param clean applied to each text before it is shortened.
 */
export function loggableError(
  error: unknown,
  clean: (text: string) => string = (text) => text,
): LoggableError {
  const text = (value: unknown, maxCharacters: number): string =>
    clean(textOf(value)).slice(0, maxCharacters);
  if (!Error.isError(error)) {
    return { type: typeof error, message: text(error, MAX_MESSAGE_CHARACTERS) };
  }
  const stack = valueOf(error, 'stack');
  return {
    type: text(valueOf(error, 'name'), MAX_NAME_CHARACTERS),
    message: text(valueOf(error, 'message'), MAX_MESSAGE_CHARACTERS),
    ...(typeof stack === 'string' && { stack: text(stack, MAX_STACK_CHARACTERS) }),
  };
}

/** The text of anything that an extension gives; it never throws. */
export function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'a value without a text';
  }
}

/** A getter of an extension may throw. */
function valueOf(error: Error, name: 'name' | 'message' | 'stack'): unknown {
  try {
    return error[name];
  } catch {
    return 'cannot be read';
  }
}

/** Writes Nest's own messages into the structured log; those about its start-up at the level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    // What Nest also throws is told by whoever starts it.
    const level = details.at(-1) === 'ExceptionHandler' ? 'debug' : 'error';
    this.logger[level]({ details }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }
}
