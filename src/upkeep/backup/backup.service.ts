import { stat } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '../../common/secret-box.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { isRefusedData } from '../../database/database-errors.js';
import { Database } from '../../database/database.js';
import { onOwnConnection } from '../../database/own-connection.js';
import { BackupFile } from './backup-file.js';
import { damaged } from './backup-format.js';
import { BackupReader } from './backup-reader.js';
import { restoreTables } from './backup-restore.js';
import { chainFault } from './chain-fault.js';
import { assertSameSchema } from './same-schema.js';
import { BackupSchema } from './backup-schema.service.js';
import { RestoreSettlementService } from './restore-settlement.service.js';
import type { Settlement } from './settlement-text.js';
import { verifyBackup } from './backup-verification.js';
import { BackupWriter, type BackupConnection, type Pace, type RowCounts } from './backup-writer.js';

export interface BackupSummary {
  readonly tables: readonly { name: string; rows: number }[];
  /** The size of the file. */
  readonly bytes: number;
}

export interface WrittenBackup extends BackupSummary {
  /** The time of the snapshot. */
  readonly takenAt: Date;
  /** The id of the key that it is encrypted under; empty without one. */
  readonly key: string;
  /** Why a restore would refuse it: the shop itself is inconsistent. */
  readonly fault: string | undefined;
}

export interface RestoreOptions {
  /** False if the shop took no order after the backup, so that there is nothing to settle. */
  readonly settles: boolean;
  readonly pace?: Pace;
}

export interface RestoredBackup extends BackupSummary {
  readonly settlement?: Settlement;
}

export interface BackupOptions {
  /** Encrypts the file under the newest of SECRET_KEYS, if there is one. */
  readonly encrypts?: boolean;
  /** False: the file is not read back and compared with the snapshot. */
  readonly verifies?: boolean;
  readonly pace?: Pace;
}

/**
 * Writes the whole shop to one file, and restores it. The embedded PostgreSQL has no pg_dump, and this format does not
 * depend on the version of PostgreSQL, so a shop can move from the embedded database to any other.
 */
@Injectable()
export class BackupService {
  constructor(
    private readonly database: Database,
    private readonly schema: BackupSchema,
    private readonly settlement: RestoreSettlementService,
    private readonly box: SecretBox,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'DATABASE_DIRECT_URL'>,
  ) {}

  /** The same for other connections, or for another database. */
  on(database: Database): BackupService {
    return new BackupService(database, this.schema, this.settlement, this.box, this.config);
  }

  /** Writes one snapshot of the shop; the server may run meanwhile. @throws OperatorError */
  async write(
    path: string,
    { encrypts = false, verifies = true, pace }: BackupOptions = {},
  ): Promise<WrittenBackup> {
    const file = await BackupFile.create(path);
    try {
      const { written, ...snapshot } = await this.database.snapshot(async (manager) => {
        await this.schema.assertComplete(manager);
        const content = await this.schema.describe(manager);
        const takenAt = await timeOf(manager);
        const box = encrypts && this.box.hasKey ? this.box : undefined;
        const writer = new BackupWriter(file.target, { box, pace });
        const header = { ...content, takenAt: takenAt.toISOString() };
        const client = await clientOf(manager);
        return {
          written: await writer.write(client, header, this.schema.tables()),
          takenAt,
          key: box?.keyIds[0] ?? '',
          fault: await chainFault(client),
        };
      });
      await file.flush();
      if (verifies) {
        await verifyBackup(new BackupReader(file.draft, this.box, pace), path, written);
      }
      const rows = Object.entries(written).map(([name, { rows: count }]) => [name, count] as const);
      return { ...summaryOf(Object.fromEntries(rows), await file.finish()), ...snapshot };
    } catch (error) {
      throw await file.discard(error);
    }
  }

  /**
   * `restore` by the role of DATABASE_DIRECT_URL: the owner of the tables need not check each of their rows by itself.
   * @throws OperatorError
   */
  restoreAsOwner(path: string, options: RestoreOptions): Promise<RestoredBackup> {
    return onOwnConnection(
      this.config.DATABASE_DIRECT_URL,
      (database) => this.on(database).restore(path, options),
      this.database.applicationName,
    );
  }

  /**
   * Fills a migrated database, in which the tables of Souk are empty, in one transaction.
   * @throws OperatorError
   */
  async restore(path: string, { settles, pace }: RestoreOptions): Promise<RestoredBackup> {
    const reader = new BackupReader(path, this.box, pace);
    const work = async (manager: EntityManager) => {
      const header = await reader.header();
      await this.schema.assertEmpty(manager);
      assertSameSchema(path, header, await this.schema.describe(manager));
      const tables = this.schema.tables(header.extensions);
      const rows = await restoreTables(await clientOf(manager), reader, path, tables);
      if (!settles) return { rows };
      return { rows, settlement: await this.settlement.startIn(manager, header.takenAt) };
    };
    try {
      const { rows, ...settlement } = await this.database.transaction(work);
      return { ...summaryOf(rows, (await stat(path)).size), ...settlement };
    } catch (error) {
      throw isRefusedData(error) ? damaged(path) : error;
    } finally {
      await reader.close();
    }
  }
}

async function timeOf(manager: EntityManager): Promise<Date> {
  const [{ now }] = await manager.query<[{ now: Date }]>('SELECT now()');
  return now;
}

/** The connection of the transaction, which COPY streams need. */
async function clientOf({ queryRunner }: EntityManager): Promise<BackupConnection> {
  if (!queryRunner) throw new Error('a backup runs in a transaction');
  return (await queryRunner.connect()) as BackupConnection;
}

function summaryOf(rows: RowCounts, bytes: number): BackupSummary {
  return { tables: Object.entries(rows).map(([name, count]) => ({ name, rows: count })), bytes };
}
