import { stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import { isRefusedData } from '../../database/database-errors.js';
import { Database } from '../../database/database.js';
import { BackupFile } from './backup-file.js';
import { damaged } from './backup-format.js';
import { BackupReader } from './backup-reader.js';
import { restoreTables } from './backup-restore.js';
import { assertSameSchema } from './same-schema.js';
import { BackupSchema } from './backup-schema.service.js';
import { RestoreSettlementService } from './restore-settlement.service.js';
import type { Settlement } from './settlement-text.js';
import { BackupWriter, type RowCounts } from './backup-writer.js';

export interface BackupSummary {
  readonly tables: readonly { name: string; rows: number }[];
  /** The size of the file. */
  readonly bytes: number;
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
  ) {}

  /** Writes one snapshot of the shop; the server may run meanwhile. @throws OperatorError */
  async write(path: string): Promise<BackupSummary> {
    const file = await BackupFile.create(path);
    try {
      const rows = await this.database.snapshot(async (manager) => {
        await this.schema.assertComplete(manager);
        const content = await this.schema.describe(manager);
        const writer = new BackupWriter(file.target);
        return writer.write(await clientOf(manager), content, this.schema.tables());
      });
      return summaryOf(rows, await file.finish());
    } catch (error) {
      throw await file.discard(error);
    }
  }

  /**
   * Fills a migrated database, in which the tables of Souk are empty, in one transaction.
   * @param settles false if the shop took no order after the backup, so that there is nothing to settle.
   * @throws OperatorError
   */
  async restore(
    path: string,
    { settles }: { settles: boolean },
  ): Promise<BackupSummary & { settlement?: Settlement }> {
    const work = async (manager: EntityManager) => {
      const reader = new BackupReader(path);
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
    }
  }
}

/** The connection of the transaction, which COPY streams need. */
async function clientOf({ queryRunner }: EntityManager): Promise<PoolClient> {
  if (!queryRunner) throw new Error('a backup runs in a transaction');
  return (await queryRunner.connect()) as PoolClient;
}

function summaryOf(rows: RowCounts, bytes: number): BackupSummary {
  return { tables: Object.entries(rows).map(([name, count]) => ({ name, rows: count })), bytes };
}
