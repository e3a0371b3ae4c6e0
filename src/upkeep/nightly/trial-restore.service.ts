import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { OperatorError } from '../../common/app-error.js';
import { loggableError, LOGGER } from '../../common/logger.js';
import { withDatabaseName } from '../../common/postgres-url.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { freeBytes } from '../../database/embedded/index.js';
import { migrate, withClient } from '../../database/migrate.js';
import { BackupService, type BackupSummary } from '../backup/backup.service.js';
import { ShopExtensions } from '../extensions/shop-extensions.js';
import type { Attempt } from './attempt.js';
import { NightlyStateRepository } from './nightly-state.repository.js';
import { onOwnConnection } from '../../database/own-connection.js';
import { mayCreateDatabases } from './trial-right.js';
import { trialFault, UntriedError, type TrialFault } from './trial-fault.js';

/** A little less than a week, since the nights are not begun at the same minute. */
const INTERVAL_MS = 6.5 * 24 * 3_600_000;

const NAME = /^souk_trial_[0-9a-f]{16}$/;

const SIZE = 'SELECT pg_database_size(current_database()) AS bytes';

const OPTIONS = `
  SELECT format('ENCODING %L LC_COLLATE %L LC_CTYPE %L', pg_encoding_to_char(encoding), datcollate, datctype) AS options
  FROM pg_database WHERE datname = current_database()`;

/** Restores a backup a week into a database that is made for it and dropped afterwards, and counts its rows. */
@Injectable()
export class TrialRestore {
  constructor(
    private readonly state: NightlyStateRepository,
    private readonly backups: BackupService,
    private readonly extensions: ShopExtensions,
    @Inject(CONFIG) private readonly config: SoukConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Does so if a week has passed, and the role of DATABASE_DIRECT_URL may create databases. */
  async run(file: string, { tables }: BackupSummary, attempt: Attempt): Promise<void> {
    const { now, restoredAt } = attempt.state;
    if (restoredAt !== null && now.getTime() - restoredAt.getTime() < INTERVAL_MS) return;
    // One that could not be dropped has to go first.
    if ((await this.state.read()).trialDatabase !== null) return;
    let fault: TrialFault | undefined;
    try {
      if (!(await this.isPossible(restoredAt !== null))) return;
      await this.restoreInto(`souk_trial_${randomBytes(8).toString('hex')}`, file, tables, attempt);
    } catch (error) {
      fault = trialFault(error);
      const what = fault.isOfBackup
        ? 'a backup could not be restored'
        : 'no trial restore was made';
      if (!attempt.signal.aborted) this.logger.error({ err: loggableError(error), file }, what);
    }
    if (!attempt.signal.aborted) await this.state.tried(fault);
  }

  /**
   * @returns false where the role may not create databases, and never did
   * @throws UntriedError where it may no more, or where one would fill the disk of the embedded database
   */
  private async isPossible(wasPossible: boolean): Promise<boolean> {
    const { DATABASE_DIRECT_URL: url, embeddedDataDir: folder } = this.config;
    if (!(await mayCreateDatabases(url))) {
      if (!wasPossible) return false;
      throw new UntriedError('the role of DATABASE_DIRECT_URL may create databases no more');
    }
    if (folder === undefined) return true;
    const { rows } = await withClient(url, (client) => client.query<{ bytes: string }>(SIZE));
    if ((await freeBytes(folder)) >= 2 * Number(rows[0]?.bytes)) return true;
    throw new UntriedError(`less is free for ${folder} than twice the size of the database`);
  }

  private async restoreInto(
    name: string,
    file: string,
    tables: BackupSummary['tables'],
    attempt: Attempt,
  ): Promise<void> {
    // Noted before it is there, so that it is dropped whatever happens to this process.
    await this.state.noteTrialDatabase(name);
    try {
      await this.create(name).catch((error: unknown) => {
        throw UntriedError.of(error);
      });
      await this.restore(file, tables, name, attempt);
    } finally {
      await this.clear(name);
    }
  }

  /** Empty, with the schema of the shop. */
  private async create(name: string): Promise<void> {
    await this.statement(await this.creation(name));
    const extensions = this.extensions.loaded.map(({ definition }) => definition);
    await migrate(this.urlOf(name), { extensions });
  }

  /** With the texts and their order of the shop's database, which may differ from those of the server. */
  private async creation(name: string): Promise<string> {
    const { rows } = await withClient(this.config.DATABASE_DIRECT_URL, (client) =>
      client.query<{ options: string }>(OPTIONS),
    );
    return `CREATE DATABASE ${name} TEMPLATE template0 ${rows[0]?.options ?? ''}`;
  }

  /** Drops the database of a trial; what could not be dropped is dropped by the next attempt. */
  async clear(name: string | null): Promise<void> {
    // The owner drops it, but the role that serves requests may change the note.
    if (name === null || !NAME.test(name)) return;
    // First without force, which the role may not use on a session of the server itself, such as autovacuum.
    const drop = `DROP DATABASE IF EXISTS ${name}`;
    try {
      await this.statement(drop).catch(() => this.statement(`${drop} WITH (FORCE)`));
      await this.state.noteTrialDatabase(null);
    } catch (error) {
      this.logger.warn({ err: loggableError(error) }, `the database ${name} could not be dropped`);
    }
  }

  private async restore(
    file: string,
    tables: BackupSummary['tables'],
    name: string,
    { pace }: Attempt,
  ): Promise<void> {
    await onOwnConnection(this.urlOf(name), async (database) => {
      await this.backups.on(database).restore(file, { settles: false, pace });
      for (const table of tables) {
        const [{ count }] = await database.manager.query<[{ count: string }]>(
          `SELECT count(*) FROM ${table.name}`,
        );
        if (count === String(table.rows)) continue;
        throw new OperatorError(
          `${file} was restored with ${count} rows of the table ${table.name} instead of ${table.rows}`,
        );
      }
    });
  }

  private urlOf(name: string): string {
    return withDatabaseName(this.config.DATABASE_DIRECT_URL, name);
  }

  /** As the owner, in the database of the shop. */
  private statement(sql: string): Promise<unknown> {
    return withClient(this.config.DATABASE_DIRECT_URL, (client) => client.query(sql));
  }
}
