import { AccountLimits } from '../../src/account/limits/account-limits.js';
import type { TestDatabase } from './test-database.js';

interface Shop {
  service(type: typeof AccountLimits): AccountLimits;
}

/**
 * The clock of the limits of some instances and of their database, which moves only when a test says so; the instances
 * exchange tokens then, or when a request waits for it.
 */
export class DrivenLimits {
  private nowMs = 0;

  private constructor(
    private readonly db: TestDatabase,
    private readonly limits: readonly AccountLimits[],
  ) {}

  static async of(db: TestDatabase, shops: readonly Shop[]): Promise<DrivenLimits> {
    await db.query(`CREATE TABLE driven_clock AS SELECT timestamptz '2026-01-01' AS at`);
    await db.query('GRANT SELECT ON driven_clock TO PUBLIC');
    const [{ source } = { source: '' }] = await db.query<{ source: string }>(
      `SELECT pg_get_functiondef('exchange_tokens(json)'::regprocedure) AS source`,
    );
    const driven = source.replaceAll('clock_timestamp()', '(SELECT at FROM driven_clock)');
    if (driven === source) throw new Error('exchange_tokens reads no clock');
    await db.query(driven);
    const limits = shops.map((shop) => shop.service(AccountLimits));
    // Their own exchanges, four a second, would come between any two statements of a test.
    for (const each of limits) await each.beforeApplicationShutdown();
    const clock = new DrivenLimits(db, limits);
    for (const each of limits) each.now = () => clock.nowMs;
    return clock;
  }

  /** Minutes since the beginning. */
  get minutes(): number {
    return this.nowMs / 60_000;
  }

  /** Lets time pass, and then all instances exchange their tokens. */
  async pass(seconds: number): Promise<void> {
    await this.db.query(`UPDATE driven_clock SET at = at + $1 * interval '1 second'`, [seconds]);
    this.nowMs += seconds * 1000;
    await this.exchange();
  }

  async exchange(): Promise<void> {
    for (const each of this.limits) await each.run();
  }
}
