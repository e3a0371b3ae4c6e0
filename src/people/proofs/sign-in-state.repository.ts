import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';

const KEY_BYTES = 32;

/** The row of what all instances know for sign-ins. */
@Injectable()
export class SignInStateRepository {
  constructor(private readonly database: Database) {}

  /** The key of proofs; made when it is first asked for. */
  async key(manager = this.database.manager): Promise<Buffer> {
    const [found] = await manager.query<{ key: Buffer }[]>(KEY);
    if (found) return found.key;
    const [{ key }] = await manager.query<[{ key: Buffer }]>(MAKE, [randomBytes(KEY_BYTES)]);
    return key;
  }

  /** Whatever was proven before is not any more. */
  async forget(manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM sign_in_state');
  }

  /** Notes that a request was forwarded although no proxy is trusted. */
  async noteForwarded(): Promise<void> {
    await this.database.manager.query(NOTE_FORWARDED, [randomBytes(KEY_BYTES)]);
  }
}

const KEY = 'SELECT key FROM sign_in_state';

/** Of concurrent callers all get the key of the first one. */
const MAKE = `
  INSERT INTO sign_in_state (key) VALUES ($1)
  ON CONFLICT (only_row) DO UPDATE SET key = sign_in_state.key RETURNING key`;

const NOTE_FORWARDED = `
  INSERT INTO sign_in_state (key, forwarded_at) VALUES ($1, now())
  ON CONFLICT (only_row) DO UPDATE SET forwarded_at = now()`;
