import { stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { isRefusedData } from '../../database/database-errors.js';
import { Database } from '../../database/database.js';
import { BackupFile } from './backup-file.js';
import { damaged } from './backup-format.js';
import { BackupReader } from './backup-reader.js';
import { restoreTables } from './backup-restore.js';
import { SHOP_TABLES } from './backup-tables.js';
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
    private readonly settlement: RestoreSettlementService,
  ) {}

  /** Writes one snapshot of the shop; the server may run meanwhile. @throws OperatorError */
  async write(path: string): Promise<BackupSummary> {
    const file = await BackupFile.create(path);
    try {
      const rows = await this.database.snapshot(async (manager) => {
        const writer = new BackupWriter(file.target);
        return writer.write(await clientOf(manager), await migrationsOf(manager));
      });
      return summaryOf(rows, await file.finish());
    } catch (error) {
      throw await file.discard(error);
    }
  }

  /**
   * Fills an empty, migrated database in one transaction.
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
      await assertEmpty(manager);
      assertSameSchema(path, header.migrations, await migrationsOf(manager));
      const rows = await restoreTables(await clientOf(manager), reader, path);
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

async function migrationsOf(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>(
    'SELECT name FROM schema_migrations ORDER BY timestamp',
  );
  return rows.map(({ name }) => name);
}

async function assertEmpty(manager: EntityManager): Promise<void> {
  for (const { name } of SHOP_TABLES) {
    const rows = await manager.query<unknown[]>(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rows.length > 0) {
      throw new OperatorError(
        `The database is not empty (table ${name}); restore into a new one, so that nothing is mixed or lost.`,
      );
    }
  }
}

function assertSameSchema(path: string, theirs: readonly string[], ours: readonly string[]): void {
  if (theirs.join() === ours.join()) return;
  throw new OperatorError(
    `${path} is of schema ${theirs.at(-1) ?? 'none'} and this Souk of ${ours.at(-1) ?? 'none'}; restore it with the Souk that made it, then upgrade.`,
  );
}

function summaryOf(rows: RowCounts, bytes: number): BackupSummary {
  return { tables: Object.entries(rows).map(([name, count]) => ({ name, rows: count })), bytes };
}
