import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Endpoint } from './endpoint.js';

/** Reads and writes the endpoints that may have private addresses. */
@Injectable()
export class PrivateHostsRepository {
  constructor(private readonly database: Database) {}

  list(): Promise<Endpoint[]> {
    return this.database.manager.query('SELECT host, port FROM private_hosts ORDER BY host, port');
  }

  async insert({ host, port }: Endpoint): Promise<void> {
    const sql = 'INSERT INTO private_hosts (host, port) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    await this.database.manager.query(sql, [host, port]);
  }

  /** @returns false if it was not there */
  async remove({ host, port }: Endpoint): Promise<boolean> {
    const sql = 'DELETE FROM private_hosts WHERE host = $1 AND port = $2';
    const [, count] = await this.database.manager.query<[unknown, number]>(sql, [host, port]);
    return count > 0;
  }
}
