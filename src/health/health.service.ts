import type { Shutdown } from '../common/http/connection/shutdown.js';
import { sqlState } from '../database/database-errors.js';
import type { Database } from '../database/database.js';
import { NotReadyError } from './health.errors.js';

/** The database is probed at most this often. */
const PROBE_INTERVAL_MS = 1_000;

/** True on a standby as well. */
const IS_READ_ONLY = `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly"`;
/** SQLSTATE of a new connection to such a server. */
const READ_ONLY_STATE = '25006';
const READ_ONLY = 'the database is read-only';

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

  /** @throws NotReadyError if the server is about to stop, or the database does not answer or is read-only */
  async assertReady(): Promise<void> {
    this.assertOpen();
    const failure = await this.currentProbe().failure;
    this.assertOpen();
    if (failure) throw failure;
  }

  private assertOpen(): void {
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
      const [row] = await this.database.manager.query<{ readOnly: boolean }[]>(IS_READ_ONLY);
      return row?.readOnly === true ? new NotReadyError(READ_ONLY) : undefined;
    } catch (error) {
      const isReadOnly = sqlState(error) === READ_ONLY_STATE;
      return new NotReadyError(isReadOnly ? READ_ONLY : 'the database does not answer', error);
    }
  }
}
