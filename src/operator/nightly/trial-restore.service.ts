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
import { onOwnConnection } from './own-connection.js';

/** A little less than a week, since the nights are not begun at the same minute. */
const INTERVAL_MS = 6.5 * 24 * 3_600_000;

const NAME = /^souk_trial_[0-9a-f]{16}$/;

const MAY_CREATE = `
  SELECT (rolcreatedb OR rolsuper) AS may, pg_database_size(current_database()) AS bytes
  FROM pg_roles WHERE rolname = current_user`;

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
    if ((await this.state.read()).trialDatabase !== null || !(await this.mayCreate())) return;
    const name = `souk_trial_${randomBytes(8).toString('hex')}`;
    // Noted before it is there, so that it is dropped whatever happens to this process.
    await this.state.noteTrialDatabase(name);
    const failure = await this.failureOf(file, tables, name, attempt);
    await this.clear(name);
    if (!attempt.signal.aborted) await this.state.tried(failure);
  }

  private async failureOf(
    file: string,
    tables: BackupSummary['tables'],
    name: string,
    attempt: Attempt,
  ): Promise<string> {
    try {
      await this.statement(await this.creation(name));
      await this.restore(file, tables, name, attempt);
      return '';
    } catch (error) {
      if (attempt.signal.aborted) return '';
      this.logger.error({ err: loggableError(error), file }, 'a backup could not be restored');
      return error instanceof Error ? error.message : String(error);
    }
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
    const url = withDatabaseName(this.config.DATABASE_DIRECT_URL, name);
    await migrate(url, { extensions: this.extensions.loaded.map(({ definition }) => definition) });
    await onOwnConnection(url, async (database) => {
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

  /** False where the role may not, and where the database would fill the disk of the embedded one. */
  private async mayCreate(): Promise<boolean> {
    const { DATABASE_DIRECT_URL: url, embeddedDataDir } = this.config;
    const { rows } = await withClient(url, (client) =>
      client.query<{ may: boolean; bytes: string }>(MAY_CREATE),
    );
    const [role] = rows;
    if (!role?.may) return false;
    return (
      embeddedDataDir === undefined || (await freeBytes(embeddedDataDir)) >= 2 * Number(role.bytes)
    );
  }

  /** As the owner, in the database of the shop. */
  private statement(sql: string): Promise<unknown> {
    return withClient(this.config.DATABASE_DIRECT_URL, (client) => client.query(sql));
  }
}
