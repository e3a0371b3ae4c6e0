import { BadRequestException, NotFoundException } from '@nestjs/common';
import type { Logger } from 'pino';
import { ImportBusyError } from '../../catalog/import/uploaded/import-work.js';
import { AppError, ConflictError, isOperatorError, MissingError } from '../../common/app-error.js';
import { methodsAt } from '../../common/http/routes.js';
import type { SoukRequest } from '../../common/http/souk-request.js';
import { loggableError } from '../../common/logger.js';
import { messageKey } from '../../common/sentence.js';
import { SecretKeyMissingError } from '../../common/secret-box.js';
import { translateDatabaseError } from '../../database/database-errors.js';
import { OpenPurchaseError } from '../../orders/open-purchases.js';
import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { invalidFields, ProblemError, PROBLEMS, type ProblemName } from './problem.js';

/** What the application answers by status, when an error has no other meaning here. */
const BY_STATUS: ReadonlyMap<number, ProblemName> = new Map([
  [400, 'malformed-request'],
  [404, 'not-found'],
  [408, 'not-arrived'],
  [409, 'conflict'],
  [413, 'too-large'],
  [415, 'not-json'],
  [429, 'too-many-requests'],
  [503, 'unavailable'],
]);

/** Refusals that are not just `invalid`, a class before those that it extends. */
const OF_REFUSALS = [
  [MissingError, 'not-found'],
  [OpenPurchaseError, 'being-bought'],
  [SecretKeyMissingError, 'conflict'],
  [ImportBusyError, 'too-many-requests'],
  [ConflictError, 'conflict'],
] as const satisfies readonly (readonly [unknown, ProblemName])[];

/** The problem that tells of the error of a request. One that is unforeseen is logged. */
export function problemIn(error: unknown, request: SoukRequest, logger: Logger): ProblemError {
  const problem = problemOf(error, methodsAt(request));
  if (problem) return problem;
  logger.error({ requestId: request.id, err: loggableError(error) }, 'unforeseen error');
  return new ProblemError('internal', 'The shop has logged the error under the request id.');
}

/**
 * The problem that tells of an error of our services, of the database, of Nest's router or of the parser of bodies;
 * undefined for any other, which is unforeseen.
 * @param methods those that have a route at the path of the request.
 */
export function problemOf(
  error: unknown,
  methods: readonly string[] = [],
): ProblemError | undefined {
  return meaningOf(error, methods) ?? meaningOf(translateDatabaseError(error), methods);
}

function meaningOf(error: unknown, methods: readonly string[]): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error instanceof InvalidFieldsError) return invalidFields(error.faults);
  if (isOperatorError(error)) {
    const { message, messageKey: key } = error;
    const problem = OF_REFUSALS.find(([type]) => error instanceof type)?.[1] ?? 'invalid';
    const { retryAfterSeconds } = error instanceof ImportBusyError ? error : {};
    return new ProblemError(problem, message, { messageKey: key, retryAfterSeconds });
  }
  if (error instanceof AppError) return ofAppError(error);
  if (error instanceof NotFoundException) return ofUnknownRoute(methods);
  if (error instanceof BadRequestException) {
    return new ProblemError('malformed-request', 'The path cannot be decoded.');
  }
  return ofBodyParser(error);
}

function ofAppError({ wire, message, retryAfterSeconds }: AppError): ProblemError | undefined {
  const problem = BY_STATUS.get(wire.httpStatus);
  if (problem === undefined) return undefined;
  const parts = {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(problem === 'unavailable' && { messageKey: messageKey('shop.unavailable', {}) }),
  };
  return new ProblemError(problem, `${message}.`, parts);
}

function ofUnknownRoute(methods: readonly string[]): ProblemError {
  if (methods.length === 0) return new ProblemError('no-such-route', 'There is no such route.');
  const allowed = methods.join(', ');
  return new ProblemError('method-not-allowed', `The route takes ${allowed}.`, { methods });
}

/** Errors of Express and its body parser have a status. Their messages may hold what was sent, so they are not told. */
function ofBodyParser(error: unknown): ProblemError | undefined {
  if (!Error.isError(error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  const problem = BY_STATUS.get(status) ?? 'malformed-request';
  return new ProblemError(problem, `${PROBLEMS[problem].title}.`);
}
