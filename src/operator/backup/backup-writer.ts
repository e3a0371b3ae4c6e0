import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  END_OF_TABLE,
  type BackupHeader,
  type BackupTrailer,
  type TableHeader,
} from './backup-format.js';
import type { BackupTable } from './backup-tables.js';
import { linesOf } from './lines.js';

/** The number of rows of each table. */
export type RowCounts = Record<string, number>;

/** Writes the lines of a backup, and computes their checksum. */
export class BackupWriter {
  private readonly gzip = createGzip();
  private readonly hash: Hash = createHash('sha256');
  private readonly written: Promise<void>;

  constructor(target: Writable) {
    this.written = pipeline(this.gzip, target);
    // `end` awaits this promise; until then a rejection must not count as unhandled.
    this.written.catch(() => undefined);
  }

  /** Writes the tables as the client's transaction sees them. @returns the number of rows of each table */
  async write(
    client: PoolClient,
    content: Pick<BackupHeader, 'migrations' | 'extensions'>,
    tables: readonly BackupTable[],
  ): Promise<RowCounts> {
    const header: BackupHeader = {
      format: BACKUP_FORMAT,
      version: BACKUP_VERSION,
      ...content,
      takenAt: await timeOf(client),
    };
    await this.line(JSON.stringify(header));
    const rows: RowCounts = {};
    for (const table of tables) rows[table.name] = await this.table(client, table);
    await this.end(rows, await nextIds(client, tables));
    return rows;
  }

  private async table(client: PoolClient, { name, orderedBy }: BackupTable): Promise<number> {
    const columns = await columnsOf(client, name);
    const header: TableHeader = { table: name, columns };
    await this.line(JSON.stringify(header));
    const order = orderedBy === undefined ? '' : `ORDER BY ${orderedBy}`;
    const source = `SELECT ${columns.join()} FROM ${name} ${order}`;
    const rows = client.query(copyTo(`COPY (${source}) TO STDOUT`));
    let count = 0;
    for await (const row of linesOf(rows)) {
      await this.line(row);
      count++;
    }
    await this.line(END_OF_TABLE);
    return count;
  }

  private async end(rows: RowCounts, sequences: Record<string, string>): Promise<void> {
    const trailer: BackupTrailer = {
      rows: Object.fromEntries(Object.entries(rows).map(([name, count]) => [name, String(count)])),
      sequences,
      sha256: this.hash.digest('hex'),
    };
    this.gzip.end(`${JSON.stringify(trailer)}\n`);
    await this.written;
  }

  private async line(text: string): Promise<void> {
    const bytes = `${text}\n`;
    this.hash.update(bytes);
    // If the disk is full, the pipeline fails and `drain` is never emitted.
    if (!this.gzip.write(bytes)) await Promise.race([once(this.gzip, 'drain'), this.written]);
  }
}

async function columnsOf(client: PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function nextIds(
  client: PoolClient,
  tables: readonly BackupTable[],
): Promise<Record<string, string>> {
  const sequences: Record<string, string> = {};
  for (const { name, identity } of tables) {
    if (identity === undefined) continue;
    const { rows } = await client.query<{ sequence: string }>(
      'SELECT pg_get_serial_sequence($1, $2) AS sequence',
      [name, identity],
    );
    const state = await client.query<{ next: string }>(
      `SELECT (last_value + is_called::int)::text AS next FROM ${rows[0]?.sequence ?? ''}`,
    );
    sequences[name] = state.rows[0]?.next ?? '1';
  }
  return sequences;
}

async function timeOf(client: PoolClient): Promise<string> {
  const { rows } = await client.query('SELECT now()');
  const [{ now }] = rows as [{ now: Date }];
  return now.toISOString();
}
