import { DatabaseError } from 'pg';
import { isDatabaseUnavailable } from './database-errors.js';
import { EmbeddedPostgresError } from './embedded/embedded-postgres.error.js';

/** What to do about a database that cannot be opened, in one sentence; undefined for any other error. */
export function databaseFailureSentence(error: unknown): string | undefined {
  if (error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof DatabaseError) {
    if (error.code === '28P01' || error.code === '28000') {
      return `The database refuses the login (${error.message}); check user and password in DATABASE_URL.`;
    }
    if (error.code === '3D000') {
      return `The database does not exist (${error.message}); create it or correct DATABASE_URL.`;
    }
    if (error.code === '42501') {
      return `The database user may not do that (${error.message}); give it the right to create tables.`;
    }
  }
  if (!isDatabaseUnavailable(error)) return undefined;
  return `The database cannot be reached (${reasonOf(error)}); check that it runs and that DATABASE_URL is right.`;
}

function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
