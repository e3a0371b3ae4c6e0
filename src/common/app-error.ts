/**
 * An error that a caller may see. Each subclass is a small noun that knows its wire code and HTTP status; the one
 * error filter renders them all, so no map from error to code exists anywhere else.
 */
export abstract class AppError extends Error {
  /** The integer `code` of the error body. */
  abstract readonly code: number;
  /** HTTP status in `semantic` mode. */
  abstract readonly httpStatus: number;
  /** Sent as `Retry-After` where waiting helps. */
  readonly retryAfterSeconds?: number;
  /** False for the few errors that keep their HTTP status in `always-200` mode too. */
  readonly followsStatusMode: boolean = true;

  override get name(): string {
    return this.constructor.name;
  }
}

/** 111: cannot decide right now; the very same request may be sent again. */
export class TemporarilyUnavailableError extends AppError {
  readonly code = 111;
  readonly httpStatus = 503;
  override readonly retryAfterSeconds = 2;

  constructor(cause?: unknown) {
    super('Temporarily unavailable, send the same request again', { cause });
  }
}

/** 114: a required parameter is missing or a parameter is malformed. The message names it. */
export class BadParameterError extends AppError {
  readonly code = 114;
  readonly httpStatus = 400;
}

/** What an operator's command refuses, in one sentence that says what to do. It never reaches the wire. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
