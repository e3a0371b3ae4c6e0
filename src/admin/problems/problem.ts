import type { MessageKey } from '../../common/sentence.js';
import type { FieldFault } from '../../operations/fields/checked-input.js';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

/** All problems that the admin API answers with, by the last part of their `type`; docs/admin-api.md repeats them. */
export const PROBLEMS = {
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  'idempotency-key-missing': { status: 400, title: 'The request needs an Idempotency-Key' },
  'not-signed-in': { status: 401, title: 'The request needs the token of an operator' },
  'permission-missing': { status: 403, title: 'The token does not have the permission' },
  'no-such-route': { status: 404, title: 'There is no such route' },
  'not-found': { status: 404, title: 'There is no such thing' },
  'method-not-allowed': { status: 405, title: 'The route does not take the method' },
  'not-arrived': { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'The present state does not allow it' },
  'being-bought': { status: 409, title: 'A supplier may still deliver the order' },
  'idempotency-key-used': { status: 409, title: 'Another request had the Idempotency-Key' },
  changed: { status: 412, title: 'It was changed since it was read' },
  'too-large': { status: 413, title: 'The body is too large' },
  'not-json': { status: 415, title: 'The body is no JSON' },
  'not-a-file': { status: 415, title: 'The body is no file of a known type' },
  invalid: { status: 422, title: 'The request has invalid values' },
  'if-match-missing': { status: 428, title: 'The request needs an If-Match' },
  'too-many-requests': { status: 429, title: 'There are too many requests' },
  internal: { status: 500, title: 'An internal error' },
  unavailable: { status: 503, title: 'It cannot be decided now' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof PROBLEMS;

/** Before the name of a problem, in its `type`. */
export const PROBLEM_TYPE_PREFIX = 'urn:souk:problem:';

/** What a problem has besides its kind and detail. */
interface ProblemParts {
  /** One entry for each wrong field. */
  readonly errors?: readonly FieldFault[];
  readonly retryAfterSeconds?: number | undefined;
  /** For `Allow`. */
  readonly methods?: readonly string[];
  /** The detail for pages in other languages; no part of the answer. */
  readonly messageKey?: MessageKey | undefined;
}

/** A refusal of a request, which the filter writes as `application/problem+json` (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  /** @param detail a sentence for the caller. */
  constructor(
    readonly problem: ProblemName,
    detail: string,
    readonly parts: ProblemParts = {},
  ) {
    super(detail);
  }
}

/** The refusal of fields with invalid values. */
export function invalidFields(errors: readonly FieldFault[]): ProblemError {
  const names = errors.map(({ field }) => field).join(', ');
  return new ProblemError('invalid', `These are invalid: ${names}.`, { errors });
}

/** The body of a problem. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly request_id: string;
  readonly errors?: readonly FieldFault[];
}

export function problemBody(
  { problem, message, parts: { errors } }: ProblemError,
  requestId: string,
): ProblemBody {
  const { title, status } = PROBLEMS[problem];
  return {
    type: PROBLEM_TYPE_PREFIX + problem,
    title,
    status,
    // Texts of the caller that were shortened may end in an unpaired surrogate, which many JSON parsers refuse.
    detail: message.toWellFormed(),
    request_id: requestId,
    ...(errors && { errors: errors.map(wellFormed) }),
  };
}

function wellFormed({ field, message }: FieldFault): FieldFault {
  return { field: field.toWellFormed(), message: message.toWellFormed() };
}
