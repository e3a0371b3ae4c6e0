import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Attempts } from './attempt-delays.js';

/** Attempts of one subject, and the time of the database. */
export interface LockedAttempts extends Attempts {
  readonly now: Date;
}

/** Bounds how many rows an attempt deletes. */
const MAX_DELETED = 100;

/** The rows by which attempts are counted. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly database: Database) {}

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  /** Locks the subject until the end of the transaction. */
  async lock(manager: EntityManager, subject: Buffer): Promise<LockedAttempts> {
    const [attempts] = await manager.query<[LockedAttempts]>(LOCK, [subject]);
    return attempts;
  }

  /** Notes an attempt at this moment. */
  async set(manager: EntityManager, subject: Buffer, failures: number): Promise<void> {
    await manager.query(SET, [subject, failures]);
  }

  /** Takes failures back that were none. */
  async takeBack(subject: Buffer, failures: number): Promise<void> {
    await this.transaction((manager) => manager.query(TAKE_BACK, [subject, failures]));
  }

  async forget(manager: EntityManager, subject: Buffer): Promise<void> {
    await manager.query('DELETE FROM operator_attempts WHERE subject = $1', [subject]);
  }

  async forgetAll(manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM operator_attempts');
  }

  /** Deletes rows that no longer count. */
  async deleteOld(keptSeconds: number): Promise<void> {
    await this.database.manager.query(DELETE_OLD, [keptSeconds]);
  }
}

const LOCK = `
  INSERT INTO operator_attempts (subject, failures, last_at) VALUES ($1, 0, clock_timestamp())
  ON CONFLICT (subject) DO UPDATE SET failures = operator_attempts.failures
  RETURNING failures, last_at AS "lastAt", clock_timestamp() AS now`;

const SET = `
  UPDATE operator_attempts SET failures = $2, last_at = clock_timestamp() WHERE subject = $1`;

const TAKE_BACK = `
  UPDATE operator_attempts SET failures = greatest(0, failures - $2) WHERE subject = $1`;

const DELETE_OLD = `
  DELETE FROM operator_attempts WHERE subject IN (
    SELECT subject FROM operator_attempts WHERE last_at < now() - $1 * interval '1 second'
    ORDER BY last_at LIMIT ${MAX_DELETED} FOR UPDATE SKIP LOCKED)`;
