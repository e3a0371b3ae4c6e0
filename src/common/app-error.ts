import type { MessageKey } from './sentence.js';

/** How an error is answered over HTTP; the integration answer lists these. */
export interface WireError {
  /** The integer `code` of the error body. */
  readonly code: number;
  /** HTTP status in `semantic` mode. */
  readonly httpStatus: number;
  /** One sentence for the documentation. */
  readonly meaning: string;
}

/**
 * An error that a caller may see. Each subclass holds its own wire code and status, and ErrorFilter renders all of
 * them; there is no map from errors to codes elsewhere.
 */
export abstract class AppError extends Error {
  /** Sent as `Retry-After`; undefined where a retry does not help. At most 2, since common clients sleep it whole. */
  readonly retryAfterSeconds?: number;
  /** Sent as `RateLimit-Reset`: whole seconds until the limit that was reached admits one more. */
  readonly limitResetSeconds?: number | undefined;
  /** False for the few errors that keep their HTTP status in every error mode. */
  readonly followsStatusMode: boolean = true;

  protected constructor(
    readonly wire: WireError,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  override get name(): string {
    return this.constructor.name;
  }
}

/** The logged cause of a 111 that nobody reads, because the connection was closed before the work began. */
export const CALLER_GONE = new Error('the caller has closed the connection');

/** 111: the request cannot be decided now; the caller may send the same request again. */
export class TemporarilyUnavailableError extends AppError {
  static readonly wire: WireError = {
    code: 111,
    httpStatus: 503,
    meaning:
      'Cannot decide right now; send the same request again, after Retry-After where it is set.',
  };
  override readonly retryAfterSeconds = 2;

  constructor(cause?: unknown) {
    const message = 'Temporarily unavailable, send the same request again';
    super(TemporarilyUnavailableError.wire, message, { cause });
  }
}

/** 114: a required parameter is missing or a parameter is malformed. The message names it. */
export class BadParameterError extends AppError {
  static readonly wire: WireError = {
    code: 114,
    httpStatus: 400,
    meaning: 'A required parameter is missing or malformed; the message names it.',
  };

  constructor(message: string) {
    super(BadParameterError.wire, message);
  }
}

interface OperatorErrorOptions extends ErrorOptions {
  /** The sentence for pages in other languages; undefined if they show the English one. */
  readonly messageKey?: MessageKey;
}

/** Refuses what an operator asks for, by whichever door, with one sentence that says what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly messageKey: MessageKey | undefined;

  constructor(message: string, { messageKey, ...options }: OperatorErrorOptions = {}) {
    super(message, options);
    this.messageKey = messageKey;
  }
}

/** What the operator has named does not exist. */
export class MissingError extends OperatorError {}

/** What was asked for does not fit the present state; nothing was changed. */
export class ConflictError extends OperatorError {}

/** Known by its name, since an extension may bring another copy of Souk along, whose classes are others. */
export function isOperatorError(error: unknown): error is OperatorError {
  return Error.isError(error) && error.name === 'OperatorError';
}
