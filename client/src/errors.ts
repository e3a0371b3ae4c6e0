import type { Failure, Refusal } from './reply.js';

/** The shop has refused a request; decide by `code`, as the wording may change. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: number;
  readonly status: number;
  readonly requestId: string | null;

  constructor({ code, message, status, requestId }: Refusal) {
    super(`${code} ${message}`);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

/** The shop has not answered in the time that was given. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/**
 * Nobody knows whether there is an order: call `order` again with this `uuid` and the same request, or `seal` it. Never
 * take it for a failed order.
 */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';

  constructor(
    readonly uuid: string,
    /** The last answer, if there was one. */
    readonly last: Failure | undefined,
    options?: ErrorOptions,
  ) {
    super(`The outcome of the order ${uuid} is unknown: ${last ? told(last) : 'aborted'}`, options);
  }
}

/** A file of the books has ended before its end: throw away what has been read of it. */
export class CutFileError extends Error {
  override readonly name = 'CutFileError';
}

export function failureError(failure: Failure): Error {
  return failure.kind === 'refusal'
    ? new RefusedError(failure)
    : new UnansweredError(failure.reason);
}

function told(failure: Failure): string {
  return failure.kind === 'refusal' ? `${failure.code} ${failure.message}` : failure.reason;
}
