import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { TemporarilyUnavailableError, type AppError } from '../common/app-error.js';

/** SQLSTATE classes and codes after which the same statement may well succeed a moment later. */
const PASSING_STATES = [
  /^08/, // connection exception
  /^53/, // insufficient resources: too many connections, disk full
  /^57P0[1-5]/, // the server shuts down, crashed or is starting
  /^57014/, // canceled by a time-out
  /^40001|^40P01/, // serialization failure, deadlock
  /^55P03/, // lock not available
  /^25006/, // read-only: a standby that has not been promoted yet
];

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

/** What pg and its pool say in plain words, without any code. */
const CONNECTION_MESSAGES =
  /connection terminated|timeout expired|connection ended|client has encountered a connection error|timeout exceeded when trying to connect|query read timeout|not queryable|connection timeout|cannot use a pool after calling end|driver not connected|is not established|already released/i;

/** The error of the driver below TypeORM's wrapping. */
function driverErrorOf(error: unknown): unknown {
  return error instanceof QueryFailedError ? error.driverError : error;
}

/**
 * True when the database could not be reached or broke off, so that the outcome of the last statement may be
 * unknown; false when it answered, with an error or not.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = driverErrorOf(error);
  if (cause instanceof DatabaseError) {
    return PASSING_STATES.some((state) => state.test(cause.code ?? ''));
  }
  if (!Error.isError(cause)) return false;
  // Node tries every address of a host name and reports all failures together.
  if ('errors' in cause && Array.isArray(cause.errors))
    return cause.errors.some(isDatabaseUnavailable);
  const code = 'code' in cause ? String(cause.code) : '';
  return CONNECTION_CODES.has(code) || CONNECTION_MESSAGES.test(cause.message);
}

/** For the error filter: a database that cannot be reached is 111, send it again. */
export function translateDatabaseError(error: unknown): AppError | undefined {
  return isDatabaseUnavailable(error) ? new TemporarilyUnavailableError(error) : undefined;
}

/** What the database said when it refused; undefined for errors of another kind. */
export function databaseAnswer(error: unknown): DatabaseError | undefined {
  const cause = driverErrorOf(error);
  return cause instanceof DatabaseError ? cause : undefined;
}

/** The SQLSTATE with which the database refused; undefined for errors of another kind. */
export function sqlState(error: unknown): string | undefined {
  return databaseAnswer(error)?.code;
}

/**
 * True when the database said that it has not carried the statement out; false when it may have, since it said so
 * while it was going down, or nothing at all.
 */
export function isRolledBack(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !/^(08|57P)/.test(state);
}

/** True when the database would not take the data: it is malformed, or breaks a rule of the schema. */
export function isRefusedData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}

/** The name of the violated unique constraint or index, or undefined when the error is another. */
export function violatedUniqueKey(error: unknown): string | undefined {
  return violated(error, '23505');
}

/** The name of the violated CHECK constraint, or undefined when the error is another. */
export function violatedCheck(error: unknown): string | undefined {
  return violated(error, '23514');
}

function violated(error: unknown, state: string): string | undefined {
  const cause = driverErrorOf(error);
  return cause instanceof DatabaseError && cause.code === state ? cause.constraint : undefined;
}
