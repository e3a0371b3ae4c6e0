import type { DatabaseError } from 'pg';
import { isOperatorError } from '../common/app-error.js';
import { ConfigError } from '../config/souk-config.js';
import { DatabaseTlsError } from '../database/address/database-tls.js';
import { databaseAnswer, isDatabaseUnavailable } from '../database/database-errors.js';
import { EmbeddedPostgresError } from '../database/embedded/index.js';
import { terminalSentence } from '../commands/context/terminal-advice.js';

/** Errors whose message already is one sentence for the operator. */
const PLAIN_ERRORS = [ConfigError, EmbeddedPostgresError, DatabaseTlsError];

/** Of PostgreSQL for an entry "hostssl" of pg_hba.conf or none at all, of PgBouncer, and of services. */
const WANTS_ENCRYPTION = /, no encryption$|^SSL required|connection is insecure/;
const WANTS_CERTIFICATE = 'requires a valid client certificate';

/**
 * What is printed about an error that ends the process: one sentence, with stacks where `LOG_LEVEL` is `debug`, or the
 * stack of a fault of ours.
 */
export function failureText(error: unknown, environment: () => NodeJS.ProcessEnv): string {
  const sentence = failureSentence(error);
  if (sentence === undefined) return stackOf(error);
  return logLevelOf(environment) === 'debug' ? `${sentence}\n${stackOf(error)}` : sentence;
}

/** Undefined where the environment cannot be read, which may be the failure. */
function logLevelOf(environment: () => NodeJS.ProcessEnv): string | undefined {
  try {
    return environment().LOG_LEVEL;
  } catch {
    return undefined;
  }
}

function stackOf(error: unknown): string {
  if (!Error.isError(error)) return String(error);
  const { stack = String(error), cause } = error;
  return cause === undefined ? stack : `${stack}\ncaused by ${stackOf(cause)}`;
}

/**
 * One sentence for an error that a person meets at start-up or on the command line, which says what to do about it.
 * Undefined for a fault of ours, which is better printed with its stack.
 */
export function failureSentence(error: unknown): string | undefined {
  if (isOperatorError(error)) return terminalSentence(error);
  if (PLAIN_ERRORS.some((type) => error instanceof type)) return (error as Error).message;
  return portSentence(error) ?? databaseSentence(error);
}

function portSentence(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'listen') {
    return undefined;
  }
  const { code, port, address } = error as Error & Record<string, unknown>;
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} is taken by another program; stop it or set PORT to a free port.`;
  }
  if (code === 'EACCES') {
    return `Port ${String(port)} may not be used by this user; set PORT to 1024 or higher.`;
  }
  return `HOST ${String(address)} is no address of this machine; set HOST to one that is.`;
}

function databaseSentence(error: unknown): string | undefined {
  const answer = databaseAnswer(error);
  const sentence = answer && refusalSentence(answer);
  if (sentence !== undefined) return sentence;
  if (!isDatabaseUnavailable(error)) return undefined;
  return `The database cannot be reached (${reasonOf(error)}); check that it runs and that DATABASE_URL is right.`;
}

function refusalSentence({ code, message }: DatabaseError): string | undefined {
  if (WANTS_ENCRYPTION.test(message)) {
    return `The database takes no unencrypted connection of this user (${message}); set DATABASE_CA_FILE, or sslmode in DATABASE_URL and DATABASE_DIRECT_URL, or allow it in pg_hba.conf.`;
  }
  if (message.startsWith('no pg_hba.conf entry')) {
    return `The database lets no such user in from here (${message}); add an entry to its pg_hba.conf, or correct DATABASE_URL and DATABASE_DIRECT_URL.`;
  }
  if (message.includes(WANTS_CERTIFICATE)) {
    return `The database asks for a certificate of its user (${message}); name it and its key by sslcert and sslkey in DATABASE_URL and DATABASE_DIRECT_URL.`;
  }
  if (code === '28P01' || code === '28000') {
    return `The database refuses the login (${message}); check user and password in DATABASE_URL and DATABASE_DIRECT_URL.`;
  }
  if (code === '3D000') {
    return `The database does not exist (${message}); create it or correct DATABASE_URL.`;
  }
  if (code === '42501') {
    return `The database user may not do that (${message}); set DATABASE_DIRECT_URL to a role that owns the tables and may create some.`;
  }
  if (code === '25006') {
    return `The database cannot be written (${message}): its disk is full, it is a standby, or default_transaction_read_only is on; free some space, or set DATABASE_URL and DATABASE_DIRECT_URL to the primary, or name all hosts in them.`;
  }
  return undefined;
}

function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
