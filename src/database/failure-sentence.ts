import type { DatabaseError } from 'pg';
import { databaseAnswer, isDatabaseUnavailable } from './database-errors.js';
import { EmbeddedPostgresError } from './embedded/embedded-postgres.error.js';

/** What to do about a database that cannot be opened, in one sentence; undefined for any other error. */
export function databaseFailureSentence(error: unknown): string | undefined {
  if (error instanceof EmbeddedPostgresError) return error.message;
  const answer = databaseAnswer(error);
  const sentence = answer && refusalSentence(answer);
  if (sentence !== undefined) return sentence;
  if (!isDatabaseUnavailable(error)) return undefined;
  return `The database cannot be reached (${reasonOf(error)}); check that it runs and that DATABASE_URL is right.`;
}

function refusalSentence({ code, message }: DatabaseError): string | undefined {
  if (code === '28P01' || code === '28000') {
    return `The database refuses the login (${message}); check user and password in DATABASE_URL and DATABASE_DIRECT_URL.`;
  }
  if (code === '3D000') {
    return `The database does not exist (${message}); create it or correct DATABASE_URL.`;
  }
  if (code === '42501') {
    return `The database user may not do that (${message}); set DATABASE_DIRECT_URL to a role that owns the tables and may create some.`;
  }
  return undefined;
}

function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
