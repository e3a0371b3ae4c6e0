import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { SOUK_VERSION } from '../../common/package-version.js';
import { PeriodicService } from '../../common/periodic-service.js';
import { shopClock } from '../../common/shop-clock.js';
import type { DatabaseAddress } from '../address/database-address.js';
import { Database } from '../database.js';
import { LISTEN_ADDRESS } from '../revision/revision-watch.js';
import { clockSentence, type ClockVerdict } from './clock-verdict.js';
import { verdictOfInstances } from './instance-clocks.js';

const INTERVAL_MS = 60_000;
/** The start itself needs the connection before. */
const FIRST_DELAY_MS = 1_000;
const AGREE = 'the clocks of the database and the instances agree again';

/** Compares the clocks of the database and its instances, at the start and each minute, and warns when they differ. */
@Injectable()
export class ClockWatch extends PeriodicService {
  protected override readonly inEachWorker = true;
  private readonly id = randomUUID();
  private warned = '';
  private first: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    @Inject(LISTEN_ADDRESS) private readonly address: DatabaseAddress | undefined,
  ) {
    super(INTERVAL_MS, 'the clocks could not be compared');
  }

  override onApplicationBootstrap(): void {
    // A command ends soon, and is no instance.
    if (!this.address) return;
    super.onApplicationBootstrap();
    this.first = setTimeout(() => {
      this.task.runNow();
    }, FIRST_DELAY_MS).unref();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.first);
    await this.task.stop();
    if (!this.address) return;
    // Else the others go on comparing themselves with it for a while.
    await this.database.manager.query(LEAVE, [this.id]).catch(() => undefined);
  }

  /** What the instances have found within the last minutes. @returns undefined when the clocks agree */
  verdict(): Promise<ClockVerdict | undefined> {
    return verdictOfInstances(this.database.manager);
  }

  /** Compares the clocks now. */
  async run(): Promise<void> {
    const offsetMs = await this.measured();
    const note = [this.id, hostname(), Math.round(offsetMs), SOUK_VERSION];
    await this.database.manager.query(NOTE, note);
    const verdict = await this.verdict();
    shopClock.set(offsetMs, verdict?.isDatabaseOdd ?? false);
    this.tell(verdict);
  }

  /** What the clock of the database shows more than ours; the time that the question took counts for its agreement. */
  private async measured(): Promise<number> {
    const beganMs = Date.now();
    const [row] = await this.database.manager.query<{ ms: number }[]>(READ_CLOCK);
    const ms = row?.ms ?? beganMs;
    return Math.max(ms - Date.now(), Math.min(ms - beganMs, 0));
  }

  /** Once for each clock that differs, not each minute. */
  private tell(verdict: ClockVerdict | undefined): void {
    const subject = verdict ? [verdict.isDatabaseOdd, ...verdict.oddHosts].join(' ') : '';
    if (subject === this.warned) return;
    this.warned = subject;
    if (verdict) this.logger.warn(verdict, clockSentence(verdict));
    else this.logger.info(AGREE);
  }
}

const READ_CLOCK = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms';

/** Notes what an instance has measured, and forgets instances that have been killed. */
const NOTE = `
  WITH gone AS (DELETE FROM instance_clocks WHERE seen_at < now() - interval '1 hour')
  INSERT INTO instance_clocks (id, host, offset_ms, release) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET offset_ms = excluded.offset_ms, seen_at = now()`;

const LEAVE = 'DELETE FROM instance_clocks WHERE id = $1';
