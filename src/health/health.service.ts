import type { Shutdown } from '../common/http/connection/shutdown.js';
import { DISK_IS_FULL } from '../database/embedded/index.js';
import { isOutOfSpace, sqlState } from '../database/database-errors.js';
import type { Database } from '../database/database.js';
import { NotReadyError } from './health.errors.js';

/** The database is probed at most this often. */
const PROBE_INTERVAL_MS = 1_000;

/** True on a standby as well. */
const IS_READ_ONLY = `
  SELECT current_setting('transaction_read_only') = 'on' AS "readOnly",
         ${DISK_IS_FULL} AS "isFull"`;
/** SQLSTATE of a new connection to such a server. */
const READ_ONLY_STATE = '25006';
const READ_ONLY = 'the database is read-only';
const FULL = 'the disk of the database is full';

interface State {
  readonly readOnly: boolean;
  /** Null where the database is another one than the embedded. */
  readonly isFull: boolean | null;
}

/** One probe of the database, shared by concurrent callers. */
interface Probe {
  readonly askedAt: number;
  /** Resolves to the error if the database cannot serve requests, else to undefined. Never rejects. */
  readonly failure: Promise<NotReadyError | undefined>;
  answered: boolean;
}

/** Readiness of the server. */
export class HealthService {
  private probe: Probe | undefined;

  /** @param now a monotonic clock in milliseconds. */
  constructor(
    private readonly database: Database,
    private readonly shutdown: Shutdown,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws NotReadyError if the server is about to stop, or the database does not answer, is read-only or full */
  async assertReady(): Promise<void> {
    this.assertServing();
    const failure = await this.currentProbe().failure;
    this.assertServing();
    if (failure) throw failure;
  }

  /** @throws NotReadyError from the stop signal on */
  assertServing(): void {
    if (this.shutdown.hasBegun) throw new NotReadyError('the server is about to stop');
  }

  /** The running probe, or one that was started less than a second ago; else a new one. */
  private currentProbe(): Probe {
    const { probe } = this;
    if (probe && (!probe.answered || this.now() - probe.askedAt < PROBE_INTERVAL_MS)) return probe;
    const next: Probe = { askedAt: this.now(), failure: this.ask(), answered: false };
    void next.failure.then(() => (next.answered = true));
    this.probe = next;
    return next;
  }

  private async ask(): Promise<NotReadyError | undefined> {
    try {
      const [row] = await this.database.manager.query<State[]>(IS_READ_ONLY);
      if (row?.readOnly === true) return new NotReadyError(row.isFull === true ? FULL : READ_ONLY);
      await this.database.assertSpace();
      return undefined;
    } catch (error) {
      return new NotReadyError(reasonOf(error), error);
    }
  }
}

function reasonOf(error: unknown): string {
  if (sqlState(error) === READ_ONLY_STATE) return READ_ONLY;
  return isOutOfSpace(error) ? FULL : 'the database does not answer';
}
