/** Time limits of one transaction, in milliseconds; 0 is no limit. PostgreSQL enforces them, also for a lost client. */
export interface TimeLimits {
  /** How long one statement may wait for one lock. */
  readonly lockMs: number;
  /** How long one statement may take. */
  readonly statementMs: number;
  /** How long the transaction may wait for its next statement, with all its locks held. */
  readonly idleMs: number;
}

/** Injection token: the time limits of the transactions of this process. */
export const TIME_LIMITS = Symbol('time-limits');

/**
 * Of the server. The statement limit is below that of the client, so that the database ends a statement before the
 * client gives it up. Statements of a transaction follow each other within milliseconds, unless their client is gone.
 */
export const SERVER_LIMITS: TimeLimits = { lockMs: 2_000, statementMs: 5_500, idleMs: 5_000 };

/** Of commands: imports and backups may take minutes. `LockWaitNotice` reports when they wait for a lock. */
export const COMMAND_LIMITS: TimeLimits = { lockMs: 0, statementMs: 0, idleMs: 600_000 };

/**
 * The lock limit of a transaction in a lock queue. The caller is answered three seconds after the request at the latest,
 * so several tries have to fit into that time.
 */
export const QUEUED_LOCK_TIMEOUT_MS = 500;

/**
 * Ends a transaction, in one round trip. A COMMIT has no statement limit: if it waited for a synchronous standby, its
 * cancellation would report a success that the standby does not have.
 */
export const COMMIT = 'SET LOCAL statement_timeout = 0; COMMIT';

/** Begins a transaction's first message to the server, so it costs no round trip of its own. */
export function limitsStatement({ lockMs, statementMs, idleMs }: TimeLimits): string {
  return [
    `SET LOCAL lock_timeout = ${lockMs}`,
    `SET LOCAL statement_timeout = ${statementMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`,
  ].join('; ');
}
