import type { Shutdown } from '../common/http/connection/shutdown.js';
import type { Database } from '../database/database.js';
import { NotReadyError } from './health.errors.js';

/** The database is asked at most this often, whoever asks; in milliseconds. */
const ASKED_EVERY_MS = 1_000;

/** What the database has answered to the question of all that asked meanwhile. */
interface Pulse {
  readonly askedAt: number;
  /** Resolves to why it did not answer; undefined when it did. Never rejects. */
  readonly failure: Promise<unknown>;
  answered: boolean;
}

/** The pulse. */
export class HealthService {
  private pulse: Pulse | undefined;

  /** @param now a clock in milliseconds that is never set back. */
  constructor(
    private readonly database: Database,
    private readonly shutdown: Shutdown,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws NotReadyError when the server is about to stop, or the database does not answer. */
  async assertReady(): Promise<void> {
    this.assertOpen();
    const failure = await this.presentPulse().failure;
    this.assertOpen();
    if (failure !== undefined) throw new NotReadyError('the database does not answer', failure);
  }

  private assertOpen(): void {
    if (this.shutdown.hasBegun) throw new NotReadyError('the server is about to stop');
  }

  /** The one that is being taken, or was begun less than a second ago; else a new one. */
  private presentPulse(): Pulse {
    const { pulse } = this;
    if (pulse && (!pulse.answered || this.now() - pulse.askedAt < ASKED_EVERY_MS)) return pulse;
    const next: Pulse = { askedAt: this.now(), failure: this.ask(), answered: false };
    void next.failure.then(() => (next.answered = true));
    this.pulse = next;
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
