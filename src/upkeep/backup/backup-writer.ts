import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DatabaseClient } from '../../database/address/database-client.js';
import type { SecretBox } from '../../common/secret-box.js';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  ENCRYPTED_MARK,
  ENCRYPTION_PURPOSE,
  END_OF_TABLE,
  type BackupHeader,
  type BackupTrailer,
  type TableContent,
  type TableHeader,
} from './backup-format.js';
import type { BackupTable } from './backup-tables.js';
import { countLines, wholeLines } from './lines.js';

/** The number of rows of each table. */
export type RowCounts = Record<string, number>;

/** Waits between two pieces of some kilobytes; throws when the work has to end. */
export type Pace = () => Promise<void>;

/** A connection of the pool. */
export type BackupConnection = PoolClient & Pick<DatabaseClient, 'drop'>;

export interface WriterOptions {
  /** Encrypts the file. */
  readonly box?: SecretBox | undefined;
  readonly pace?: Pace | undefined;
}

/** Writes the lines of a backup, and computes their checksum. */
export class BackupWriter {
  private readonly gzip = createGzip();
  private readonly hash: Hash = createHash('sha256');
  private readonly written: Promise<void>;
  private readonly pace: Pace | undefined;

  constructor(target: Writable, { box, pace }: WriterOptions = {}) {
    this.pace = pace;
    this.written = box
      ? pipeline(this.gzip, (gzip: AsyncIterable<Buffer>) => encrypted(gzip, box), target)
      : pipeline(this.gzip, target);
    // `end` awaits this promise; until then a rejection must not count as unhandled.
    this.written.catch(() => undefined);
  }

  /** Writes the tables as the client's transaction sees them. @returns what was written of each table */
  async write(
    client: BackupConnection,
    content: Omit<BackupHeader, 'format' | 'version'>,
    tables: readonly BackupTable[],
  ): Promise<Record<string, TableContent>> {
    const header: BackupHeader = {
      format: BACKUP_FORMAT,
      version: BACKUP_VERSION,
      ...content,
    };
    await this.line(JSON.stringify(header));
    const written: Record<string, TableContent> = {};
    for (const table of tables) written[table.name] = await this.table(client, table);
    await this.end(written, await nextIds(client, tables));
    return written;
  }

  private async table(
    client: BackupConnection,
    { name, orderedBy }: BackupTable,
  ): Promise<TableContent> {
    const columns = await columnsOf(client, name);
    const header: TableHeader = { table: name, columns };
    await this.line(JSON.stringify(header));
    const order = orderedBy === undefined ? '' : `ORDER BY ${orderedBy}`;
    const source = `SELECT ${columns.join()} FROM ${name} ${order}`;
    const rows = client.query(copyTo(`COPY (${source}) TO STDOUT`));
    // The loop hears of the first error alone.
    rows.on('error', () => undefined);
    const content = new ContentDigest();
    try {
      for await (const block of wholeLines(rows)) {
        content.add(block);
        await this.bytes(block);
      }
    } catch (error) {
      // The connection stays in COPY, whose rest nobody reads, so it could not even roll back.
      client.drop();
      throw error;
    }
    await this.line(END_OF_TABLE);
    return content.end();
  }

  private async end(
    written: Readonly<Record<string, TableContent>>,
    sequences: Record<string, string>,
  ): Promise<void> {
    const trailer: BackupTrailer = {
      rows: Object.fromEntries(
        Object.entries(written).map(([name, { rows }]) => [name, String(rows)]),
      ),
      sequences,
      sha256: this.hash.digest('hex'),
    };
    this.gzip.end(`${JSON.stringify(trailer)}\n`);
    await this.written;
  }

  private line(text: string): Promise<void> {
    return this.bytes(Buffer.from(`${text}\n`));
  }

  private async bytes(bytes: Buffer): Promise<void> {
    this.hash.update(bytes);
    // If the disk is full, the pipeline fails and `drain` is never emitted.
    if (this.gzip.write(bytes)) return;
    await Promise.race([once(this.gzip, 'drain'), this.written]);
    await this.pace?.();
  }
}

/** Counts and hashes the rows of a table. */
export class ContentDigest {
  private rows = 0;
  private readonly hash: Hash = createHash('sha256');

  /** @param block whole lines, with their line feeds. */
  add(block: Buffer): void {
    this.hash.update(block);
    this.rows += countLines(block);
  }

  end(): TableContent {
    return { rows: this.rows, sha256: this.hash.digest('hex') };
  }
}

async function* encrypted(chunks: AsyncIterable<Buffer>, box: SecretBox): AsyncGenerator<Buffer> {
  yield ENCRYPTED_MARK;
  yield* box.encryptStream(chunks, ENCRYPTION_PURPOSE);
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
