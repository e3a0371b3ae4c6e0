import type { Shutdown } from '../common/http/connection/shutdown.js';
import { isOutOfSpace } from '../database/database-errors.js';
import type { Database } from '../database/database.js';
import { NotReadyError } from './health.errors.js';

/** The database is probed at most this often. */
const PROBE_INTERVAL_MS = 1_000;

/** One probe of the database, shared by concurrent callers. */
interface Probe {
  readonly askedAt: number;
  /** Resolves to the error if the database did not answer, else to undefined. Never rejects. */
  readonly failure: Promise<unknown>;
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

  /** @throws NotReadyError if the server is about to stop, or the database does not answer or has no space left */
  async assertReady(): Promise<void> {
    this.assertOpen();
    const failure = await this.currentProbe().failure;
    this.assertOpen();
    if (isOutOfSpace(failure)) throw new NotReadyError('the disk of the database is full', failure);
    if (failure !== undefined) throw new NotReadyError('the database does not answer', failure);
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

  private async ask(): Promise<unknown> {
    try {
      await this.database.probe();
      return undefined;
    } catch (error) {
      return error ?? new Error('no reason was given');
    }
  }
}
