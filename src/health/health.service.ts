import type { Shutdown } from '../common/http/connection/shutdown.js';
import type { Database } from '../database/database.js';
import { NotReadyError } from './health.errors.js';

/** The database is asked at most this often, whoever asks; in milliseconds. */
const PROBE_INTERVAL_MS = 1_000;

/** What the database has answered to the question of all that asked meanwhile. */
interface Probe {
  readonly askedAt: number;
  /** Resolves to why it did not answer; undefined when it did. Never rejects. */
  readonly failure: Promise<unknown>;
  answered: boolean;
}

/** The probe. */
export class HealthService {
  private probe: Probe | undefined;

  /** @param now a clock in milliseconds that is never set back. */
  constructor(
    private readonly database: Database,
    private readonly shutdown: Shutdown,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws NotReadyError when the server is about to stop, or the database does not answer. */
  async assertReady(): Promise<void> {
    this.assertOpen();
    const failure = await this.currentProbe().failure;
    this.assertOpen();
    if (failure !== undefined) throw new NotReadyError('the database does not answer', failure);
  }

  private assertOpen(): void {
    if (this.shutdown.hasBegun) throw new NotReadyError('the server is about to stop');
  }

  /** The one that is being taken, or was begun less than a second ago; else a new one. */
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
      await this.database.manager.query('SELECT 1');
      return undefined;
    } catch (error) {
      return error ?? new Error('no reason was given');
    }
  }
}
