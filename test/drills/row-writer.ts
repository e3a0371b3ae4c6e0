import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { onServer } from '../support/server-connection.js';
import { until } from '../support/until.js';

const RETRY_DELAY_MS = 50;

/** Writes numbered rows into an embedded database, whoever runs it, and remembers which were committed. */
export class RowWriter {
  private readonly acknowledged: number[] = [];
  private readonly work: Promise<void>;
  private over = false;
  private next = 0;

  constructor(private readonly dataDir: string) {
    this.work = this.write();
  }

  get count(): number {
    return this.acknowledged.length;
  }

  /** Resolves when so many further rows have been committed. */
  async more(rows: number): Promise<void> {
    const wanted = this.count + rows;
    await until(() => this.count >= wanted);
  }

  /** @returns the ids of rows that were committed and are missing; the database must run. */
  async missing(): Promise<number[]> {
    const written = [...this.acknowledged];
    const present = await onServer(await this.url(), async (client) => {
      const { rows } = await client.query<{ id: number }>('SELECT id FROM acknowledged');
      return new Set(rows.map(({ id }) => id));
    });
    return written.filter((id) => !present.has(id));
  }

  async end(): Promise<void> {
    this.over = true;
    await this.work;
  }

  private async write(): Promise<void> {
    while (!this.over) {
      // Nobody runs the database now.
      await this.writeOnOneConnection().catch(() => sleep(RETRY_DELAY_MS));
    }
  }

  private async writeOnOneConnection(): Promise<void> {
    const client = new Client({ connectionString: await this.url() });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query('CREATE TABLE IF NOT EXISTS acknowledged (id integer)');
      while (!this.over) {
        const id = this.next++;
        await client.query('INSERT INTO acknowledged VALUES ($1)', [id]);
        this.acknowledged.push(id);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async url(): Promise<string> {
    const text = await readFile(join(this.dataDir, 'postgres.json'), 'utf8');
    const { password, port } = JSON.parse(text) as { password: string; port: number };
    return `postgres://souk:${password}@127.0.0.1:${port}/souk`;
  }
}
