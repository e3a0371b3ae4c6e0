import { DatabaseError } from 'pg';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { TemporarilyUnavailableError, type AppError } from '../common/app-error.js';
import { DatabaseTlsError } from './address/database-tls.js';

/** SQLSTATE classes and codes of transient errors: the same statement may succeed a moment later. */
const TRANSIENT_STATES = [
  /^08/, // connection exception
  /^53/, // insufficient resources: too many connections, disk full
  /^57P0[1-5]/, // the server shuts down, crashed or is starting
  /^57014/, // canceled by a time-out
  /^25P0[34]/, // the connection was closed because the transaction was idle or open for too long
  /^40001|^40P01/, // serialization failure, deadlock
  /^55P03/, // lock not available
  /^3D000|^55000/, // the database is being exchanged for another one: it does not exist, or takes no connections
  /^25006/, // read-only: a standby that has not been promoted yet
];

const INTERNAL_ERROR = 'XX000';
/**
 * PostgreSQL refuses an update with this internal error, if a transaction that has locked and updated the row is being
 * rolled back at that very moment: it counts as ended where the update looks whether it must wait, and as running where
 * the holders of the row are listed. The same statement succeeds once the rollback is over.
 */
const ROLLBACK_RACE = 'new multixact has more than one updating member';

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** Errors of pg and its pool that have a message, but no code. */
const CONNECTION_MESSAGES =
  /connection terminated|timeout expired|connection ended|client has encountered a connection error|timeout exceeded when trying to connect|query read timeout|not queryable|connection timeout|cannot use a pool after calling end|driver not connected|is not established|already released/i;

/** The driver's error, which TypeORM has wrapped. */
function driverErrorOf(error: unknown): unknown {
  return error instanceof QueryFailedError ? error.driverError : error;
}

/**
 * True when the database could not be reached, closed the connection, or failed transiently. Then the outcome of the
 * last statement may be unknown. False for any other answer of the database.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  try {
    return isUnavailable(error);
  } catch {
    // An error of an extension, of which a property cannot be read or has no text.
    return false;
  }
}

function isUnavailable(error: unknown): boolean {
  const cause = driverErrorOf(error);
  if (cause instanceof DatabaseError) {
    return TRANSIENT_STATES.some((state) => state.test(cause.code ?? '')) || isRollbackRace(cause);
  }
  if (!Error.isError(cause)) return false;
  if (cause instanceof DatabaseTlsError) return true;
  // Node tries every address of a host name and reports all failures together.
  if ('errors' in cause && Array.isArray(cause.errors)) return cause.errors.some(isUnavailable);
  const code = 'code' in cause ? String(cause.code) : '';
  return CONNECTION_CODES.has(code) || CONNECTION_MESSAGES.test(cause.message);
}

function isRollbackRace({ code, message }: DatabaseError): boolean {
  return code === INTERNAL_ERROR && message.startsWith(ROLLBACK_RACE);
}

/**
 * The same for an error of an extension, which may call other servers: true only for errors of statements, since a
 * connection error without a statement may be that of another server.
 */
export function isStatementUnavailable(error: unknown): boolean {
  const isOfStatement =
    error instanceof QueryFailedError ||
    error instanceof DatabaseError ||
    // After the connection of the transaction has broken: of its runner, or of its manager.
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError;
  return isOfStatement && isDatabaseUnavailable(error);
}

/** For the error filter: an unavailable database is 111. */
export function translateDatabaseError(error: unknown): AppError | undefined {
  return isDatabaseUnavailable(error) ? new TemporarilyUnavailableError(error) : undefined;
}

/** The error with which the database answered; undefined for errors of another kind. */
export function databaseAnswer(error: unknown): DatabaseError | undefined {
  const cause = driverErrorOf(error);
  return cause instanceof DatabaseError ? cause : undefined;
}

/** The SQLSTATE of that error; undefined for errors of another kind. */
export function sqlState(error: unknown): string | undefined {
  return databaseAnswer(error)?.code;
}

/** True when a statement would have written, or locked rows, in a transaction that is read-only. */
export function isWriteRefused(error: unknown): boolean {
  return sqlState(error) === '25006';
}

/** True when the database has refused a statement because its disk is full. */
export function isOutOfSpace(error: unknown): boolean {
  return sqlState(error) === '53100';
}

/**
 * True when the database has answered that the statement had no effect. False when it may have had one, because the
 * database answered while it was shutting down, or did not answer.
 */
export function isRolledBack(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !/^(08|57P)/.test(state);
}

/** True when the database has refused the data, because it is malformed or violates a constraint. */
export function isRefusedData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}

/** True when the database has refused a row because another one that it names is not there. */
export function isMissingReference(error: unknown): boolean {
  return sqlState(error) === '23503';
}

/** A lock was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';
/** The statement failed and its transaction can only be rolled back, but the connection is in order. */
const SOUND_CONNECTION_STATES = new Set([LOCK_NOT_AVAILABLE, '57014', '40001', '40P01']);

/** True when the statement has waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}

/** True when the connection must not be used again after the error. */
export function breaksConnection(error: unknown): boolean {
  const answer = databaseAnswer(error);
  const isSound =
    answer && (SOUND_CONNECTION_STATES.has(answer.code ?? '') || isRollbackRace(answer));
  return isDatabaseUnavailable(error) && !isSound;
}

/** True when a connection that was there has ended; false for one that could not be made, as under a wrong address. */
export function isConnectionCut(error: unknown): boolean {
  const cause = driverErrorOf(error);
  if (cause instanceof DatabaseError) return /^57P0[12]$/.test(cause.code ?? '');
  if (!Error.isError(cause)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return code === 'ECONNRESET' || code === 'EPIPE' || /connection terminated/i.test(cause.message);
}

/** The name of the violated unique constraint or index; undefined for any other error. */
export function violatedUniqueKey(error: unknown): string | undefined {
  return violated(error, '23505');
}

/** The name of the violated CHECK constraint; undefined for any other error. */
export function violatedCheck(error: unknown): string | undefined {
  return violated(error, '23514');
}

function violated(error: unknown, state: string): string | undefined {
  const cause = driverErrorOf(error);
  return cause instanceof DatabaseError && cause.code === state ? cause.constraint : undefined;
}
