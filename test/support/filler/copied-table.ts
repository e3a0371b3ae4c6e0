import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** In PostgreSQL's COPY format. */
export const NULL = '\\N';

/** A table whose rows are read and written in PostgreSQL's COPY format: a text for each column, in the order of `columns`. */
export class CopiedTable {
  private readonly places: ReadonlyMap<string, number>;

  private constructor(
    readonly name: string,
    readonly columns: readonly string[],
    /** The places of those that hold a time. */
    readonly times: readonly number[],
  ) {
    this.places = new Map(columns.map((column, place) => [column, place]));
  }

  static async of(client: Client, name: string): Promise<CopiedTable> {
    const { rows } = await client.query<{ column: string; isTime: boolean }>(
      `SELECT attname AS column, atttypid = 'timestamptz'::regtype AS "isTime" FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [name],
    );
    const columns = rows.map(({ column }) => column);
    const times = rows.flatMap(({ isTime }, place) => (isTime ? [place] : []));
    return new CopiedTable(name, columns, times);
  }

  has(column: string): boolean {
    return this.places.has(column);
  }

  /** @throws Error if there is no such column */
  place(column: string): number {
    const place = this.places.get(column);
    if (place === undefined) throw new Error(`${this.name} has no column ${column} any more`);
    return place;
  }

  /** The text of a column. */
  of(row: readonly string[], column: string): string {
    return row[this.place(column)] ?? NULL;
  }

  set(row: string[], column: string, value: string): void {
    row[this.place(column)] = value;
  }

  /** @param where SQL, without parameters. */
  async read(client: Client, where: string): Promise<string[][]> {
    const source = `SELECT ${this.columns.join()} FROM ${this.name} WHERE ${where}`;
    const lines = await text(client.query(copyTo(`COPY (${source}) TO STDOUT`)));
    return lines
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'));
  }

  /** @param lines rows with line feeds. */
  async write(client: Client, lines: Buffer): Promise<void> {
    const target = client.query(copyFrom(`COPY ${this.name} (${this.columns.join()}) FROM STDIN`));
    const ended = finished(target);
    if (!target.write(lines)) await Promise.race([once(target, 'drain'), ended]);
    target.end();
    await ended;
  }
}

/** A value of type bytea. */
export function bytes(value: Buffer | null): string {
  return value === null ? NULL : `\\\\x${value.toString('hex')}`;
}

/** The bytes of a value of type bytea. */
export function bytesOf(value: string): Buffer | null {
  return value === NULL ? null : Buffer.from(value.slice('\\\\x'.length), 'hex');
}
