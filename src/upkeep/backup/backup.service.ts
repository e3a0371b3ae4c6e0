import { stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '../../common/secret-box.js';
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
  ) {}

  /** The same for other connections, or for another database. */
  on(database: Database): BackupService {
    return new BackupService(database, this.schema, this.settlement, this.box);
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
        return {
          written: await writer.write(await clientOf(manager), header, this.schema.tables()),
          takenAt,
          key: box?.keyIds[0] ?? '',
          fault: await chainFault(manager),
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
   * Fills a migrated database, in which the tables of Souk are empty, in one transaction.
   * @param settles false if the shop took no order after the backup, so that there is nothing to settle.
   * @throws OperatorError
   */
  async restore(
    path: string,
    { settles, pace }: { settles: boolean; pace?: Pace },
  ): Promise<BackupSummary & { settlement?: Settlement }> {
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

/** The first entry or event that the triggers of both chains would refuse when it is restored. */
async function chainFault(manager: EntityManager): Promise<string | undefined> {
  const [entry] = await manager.query<{ fault: string }[]>(LEDGER_FAULT);
  const [event] = entry ? [] : await manager.query<{ fault: string }[]>(EVENT_FAULT);
  return (entry ?? event)?.fault;
}

const LEDGER_FAULT = `
  SELECT format('ledger entry %s of account %s does not follow the one before it', sequence, account_id) AS fault
  FROM (
    SELECT account_id, sequence, entry,
           lag(sequence, 1, 0::bigint) OVER ledger AS before,
           lag(balance_after, 1, 0::numeric) OVER ledger AS balance,
           lag(entry_hash, 1, decode(repeat('00', 32), 'hex')) OVER ledger AS hash
    FROM ledger_entries entry WINDOW ledger AS (PARTITION BY account_id ORDER BY sequence)
  ) chained
  WHERE sequence <> before + 1 OR (entry).balance_after <> balance + (entry).amount
    OR (entry).previous_hash <> hash OR (entry).entry_hash <> ledger_entry_hash(hash, entry)
    OR (entry).commitments IS DISTINCT FROM expected_ledger_commitments(entry)
  ORDER BY account_id, sequence LIMIT 1`;

const EVENT_FAULT = `
  SELECT format('event %s of account %s does not follow the one before it', number, account_id) AS fault
  FROM (
    SELECT account_id, number, event,
           lag(number, 1, 0::bigint) OVER events AS before,
           lag(hash, 1, decode(repeat('00', 32), 'hex')) OVER events AS hash
    FROM account_events event WINDOW events AS (PARTITION BY account_id ORDER BY number)
  ) chained
  WHERE number <> before + 1 OR (event).previous_hash <> hash
    OR (event).hash <> sha256(hash || convert_to(account_event_details(event), 'UTF8'))
  ORDER BY account_id, number LIMIT 1`;

/** The connection of the transaction, which COPY streams need. */
async function clientOf({ queryRunner }: EntityManager): Promise<BackupConnection> {
  if (!queryRunner) throw new Error('a backup runs in a transaction');
  return (await queryRunner.connect()) as BackupConnection;
}

function summaryOf(rows: RowCounts, bytes: number): BackupSummary {
  return { tables: Object.entries(rows).map(([name, count]) => ({ name, rows: count })), bytes };
}
