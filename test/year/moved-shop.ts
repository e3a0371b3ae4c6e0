import { stat } from 'node:fs/promises';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { soukCommand } from './commands.js';

/** How a shop came by a file into another database. */
export interface MovedShop {
  readonly rows: number;
  readonly bytes: number;
  readonly backupSeconds: number;
  readonly restoreSeconds: number;
  readonly doctorSeconds: number;
  /** What doctor says of the restored shop that is a failure. */
  readonly faults: readonly string[];
}

/** @returns seconds and bytes of `souk backup`, which reads the file back. */
export async function backUp(
  db: TestDatabase,
  secrets: Record<string, string>,
  file: string,
): Promise<{ readonly seconds: number; readonly bytes: number }> {
  const { seconds } = await soukCommand({ ...urlsOf(db), ...secrets }, 'backup', file);
  return { seconds, bytes: (await stat(file)).size };
}

/** Restores the file into a new database, has doctor look at it, and drops it. */
export async function restored(
  secrets: Record<string, string>,
  file: string,
  say: (line: string) => void,
): Promise<Omit<MovedShop, 'bytes' | 'backupSeconds'>> {
  const db = await createTestDatabase();
  try {
    const settings = { ...urlsOf(db), ...secrets };
    const restore = await soukCommand(settings, 'restore', file, '--nothing-sold-since');
    const { tables } = restore.json as { tables: { rows: number }[] };
    say(`restored in ${restore.seconds.toFixed(0)} s`);
    const { seconds, faults } = await doctor(db, secrets);
    return {
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      restoreSeconds: restore.seconds,
      doctorSeconds: seconds,
      faults,
    };
  } finally {
    await db.drop();
  }
}

/** What `souk doctor` says of a shop that is a failure. */
export async function doctor(
  db: TestDatabase,
  secrets: Record<string, string>,
): Promise<{ readonly seconds: number; readonly faults: string[] }> {
  const { json, seconds } = await soukCommand({ ...urlsOf(db), ...secrets }, 'doctor');
  const failed = (json as Finding[]).filter(({ verdict }) => verdict === 'fail');
  return { seconds, faults: failed.map(({ check, message }) => `${check}: ${message}`) };
}

function urlsOf({ url, directUrl }: TestDatabase): Record<string, string> {
  return { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
}
