import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText } from '../../common/paging.js';
import { Database } from '../../database/database.js';

/** A key of the shop, without its private part. */
export interface ListedKey {
  readonly fingerprint: string;
  readonly publicKey: Buffer;
  readonly from: string;
  /** Null for the present key. */
  readonly until: string | null;
  /** Why it was retired. */
  readonly reason: string | null;
}

export interface StoredKey {
  readonly fingerprint: string;
  readonly sealed: Buffer;
}

/** The keys with which the shop signs, of which one is the present one. */
@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  list(manager: EntityManager = this.database.manager): Promise<ListedKey[]> {
    return manager.query(LIST);
  }

  async current(manager: EntityManager = this.database.manager): Promise<StoredKey | undefined> {
    const [key] = await manager.query<StoredKey[]>(CURRENT);
    return key;
  }

  /** Work of one server at a time: whoever makes keys, or signs a break. */
  alone<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await this.lock(manager);
      return work(manager);
    });
  }

  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE');
  }

  async insert(
    manager: EntityManager,
    { fingerprint, publicKey, sealed }: StoredKey & Pick<ListedKey, 'publicKey'>,
  ): Promise<void> {
    await manager.query(INSERT, [fingerprint, publicKey, sealed]);
  }

  /** The private part is deleted. */
  async retire(manager: EntityManager, reason: string): Promise<void> {
    await manager.query(RETIRE, [reason]);
  }
}

const LIST = `
  SELECT fingerprint, public_key AS "publicKey", ${timeText('created_at')} AS from,
         ${timeText('retired_at')} AS until, reason
  FROM signing_keys ORDER BY retired_at NULLS LAST`;

const CURRENT = `
  SELECT fingerprint, sealed_private_key AS sealed FROM signing_keys WHERE retired_at IS NULL`;

const INSERT = `
  INSERT INTO signing_keys (fingerprint, public_key, sealed_private_key) VALUES ($1, $2, $3)`;

const RETIRE = `
  UPDATE signing_keys SET retired_at = clock_timestamp(), reason = $1, sealed_private_key = NULL WHERE retired_at IS NULL`;
