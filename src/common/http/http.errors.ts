import { AppError, TemporarilyUnavailableError, type WireError } from '../app-error.js';

/** 404: no such route. */
export class RouteNotFoundError extends AppError {
  static readonly wire: WireError = { code: 404, httpStatus: 404, meaning: 'No such route.' };
  override readonly followsStatusMode = false;

  constructor() {
    super(RouteNotFoundError.wire, 'No such route');
  }
}

/** 405: the route exists, but does not accept the method, or a prefetch. */
export class MethodNotAllowedError extends AppError {
  static readonly wire: WireError = { code: 405, httpStatus: 405, meaning: 'Method not allowed.' };
  override readonly followsStatusMode = false;

  constructor(
    message = 'Method not allowed',
    readonly allowedMethods: readonly string[] = ['GET'],
  ) {
    super(MethodNotAllowedError.wire, message);
  }
}

/** 500: an unforeseen error. Its cause is logged under the request id, and is not sent to the caller. */
export class InternalError extends AppError {
  static readonly wire: WireError = {
    code: 500,
    httpStatus: 500,
    meaning: 'Internal error; nothing was charged, nothing was ordered.',
  };
  override readonly followsStatusMode = false;

  constructor(requestId: string) {
    super(
      InternalError.wire,
      `Internal error; nothing was charged, nothing was ordered (request ${requestId})`,
    );
  }
}

/** An exception of Nest that the route of an extension throws: `code` is its HTTP status, in every error mode. */
export class NestError extends AppError {
  override readonly followsStatusMode = false;

  constructor(httpStatus: number, message: string) {
    super({ code: httpStatus, httpStatus, meaning: message }, message);
  }
}

/**
 * 408: a request did not arrive completely in time. Like every 111 it says nothing about earlier requests with the same
 * order_uuid.
 */
export class RequestTimeoutError extends AppError {
  static readonly wire: WireError = { ...TemporarilyUnavailableError.wire, httpStatus: 408 };
  override readonly followsStatusMode = false;

  constructor() {
    super(RequestTimeoutError.wire, 'The request did not arrive in full in time; send it again');
  }
}

/** Common clients sleep it whole, and all their other calls with it. */
const MAX_RETRY_AFTER_SECONDS = 2;

/** 111 with 429: too many requests of one account are being processed, or it has reached a limit a minute. */
export class TooManyRequestsError extends AppError {
  static readonly wire: WireError = { ...TemporarilyUnavailableError.wire, httpStatus: 429 };

  override readonly retryAfterSeconds: number;

  /** @param limitResetSeconds until one more is admitted, where that is known */
  constructor(
    message = 'Too many requests of this account at once, send it again',
    override readonly limitResetSeconds?: number,
  ) {
    super(TooManyRequestsError.wire, message);
    this.retryAfterSeconds = Math.min(limitResetSeconds ?? 1, MAX_RETRY_AFTER_SECONDS);
  }
}
