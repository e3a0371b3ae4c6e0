import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { unlessUnavailable } from '../../database/unless-unavailable.js';
import { actorOf, isOperatorName } from '../operators/operator-name.js';
import { STORED_CONVENTIONS, type StoredConventions } from '../conventions/stored-conventions.js';
import type { Role } from '../permissions/roles.js';
import type { SessionStage, SessionState } from './session-validity.js';

/** A session with its operator, how that one reads, and the time of the database. */
export interface FoundSession extends SessionState, StoredConventions {
  readonly id: string;
  readonly operatorId: number;
  /** What the operator has chosen alone; null is as the shop has it. */
  readonly ownTimeZone: string | null;
  readonly ownWeekStart: number | null;
  /** The name of the operator, as in the audit. */
  readonly actor: string;
  readonly role: Role;
  readonly now: Date;
}

export interface NewSession {
  readonly operatorId: number;
  readonly secretHash: Buffer;
  readonly stage: SessionStage;
  readonly device: string;
  readonly address: string | null;
}

/** A session as its operator may see it. */
export interface ListedSession {
  readonly id: string;
  readonly device: string;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Ended sessions are deleted after this time. */
const KEPT = '30 days';
/** For so long after a sign-in its address is one of the operator. */
const KNOWN = '30 days';
/** Of one operator and stage; a sign-in deletes older ones. */
const MAX_KEPT = 100;
/** Bounds how long a sign-in deletes old sessions for. */
const MAX_DELETED = 100;
const MAX_LISTED = 100;

/** The rows of sessions. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  /** In a transaction that has locked the operator. @returns the id */
  async add(manager: EntityManager, session: NewSession): Promise<string> {
    const { operatorId, secretHash, stage, device, address } = session;
    await manager.query(DELETE_OLD);
    await manager.query(DELETE_MANY, [operatorId, stage]);
    const values = [operatorId, secretHash, stage, device, address];
    const [{ id }] = await manager.query<[{ id: string }]>(ADD, values);
    return id;
  }

  async find(secretHash: Buffer): Promise<FoundSession | undefined> {
    const rows = await this.database.manager.query<FoundSession[]>(FIND, [secretHash]);
    return rows[0];
  }

  noteUse(id: string): Promise<void> {
    return unlessUnavailable(this.database.manager.query(NOTE_USE, [id]));
  }

  /** Sessions that have not been ended, the last seen first; some may have expired. */
  list(operatorId: number): Promise<ListedSession[]> {
    return this.database.manager.query(LIST, [operatorId]);
  }

  /**
   * True if the operator has signed in from the address or network within `KNOWN`, however that session ended.
   * @param name normal, but of an untrusted caller.
   * @param network as `ipRange` gives it, or one IPv4 address; empty if it is unknown.
   */
  async hasSignedInFrom(manager: EntityManager, name: string, network: string): Promise<boolean> {
    if (network === '' || !isOperatorName(name)) return false;
    const rows = await manager.query<unknown[]>(HAS_SIGNED_IN, [actorOf(name), network]);
    return rows.length === 1;
  }

  /** True if the session was not ended. */
  async isOpen(manager: EntityManager, id: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(IS_OPEN, [id]);
    return rows.length === 1;
  }

  /** @returns false if it has ended before, or belongs to another operator */
  async end(manager: EntityManager, operatorId: number, id: string): Promise<boolean> {
    const [, count] = await manager.query<[unknown, number]>(END, [operatorId, id]);
    return count === 1;
  }

  /** Ends the sessions of an operator. @param except the id of one that goes on. @returns their number */
  async endAllOf(manager: EntityManager, operatorId: number, except?: string): Promise<number> {
    const [, count] = await manager.query<[unknown, number]>(END_OF, [operatorId, except ?? null]);
    return count;
  }

  /** Ends the sessions of all operators. */
  async endAll(manager: EntityManager): Promise<void> {
    await manager.query('UPDATE operator_sessions SET ended_at = now() WHERE ended_at IS NULL');
  }
}

const ADD = `
  INSERT INTO operator_sessions (operator_id, secret_hash, stage, device, address)
  VALUES ($1, $2, $3, $4, $5) RETURNING id`;

const DELETE_OLD = `
  DELETE FROM operator_sessions WHERE id IN (
    SELECT id FROM operator_sessions WHERE last_seen_at < now() - interval '${KEPT}'
    ORDER BY last_seen_at LIMIT ${MAX_DELETED} FOR UPDATE SKIP LOCKED)`;

/** Leaves room for the new one. Whoever knows a password alone cannot remove sessions of another stage. */
const DELETE_MANY = `
  DELETE FROM operator_sessions WHERE id IN (
    SELECT id FROM operator_sessions WHERE operator_id = $1 AND stage = $2 AND id <= (
      SELECT id FROM operator_sessions WHERE operator_id = $1 AND stage = $2
      ORDER BY id DESC LIMIT 1 OFFSET ${MAX_KEPT - 1})
    FOR UPDATE SKIP LOCKED)`;

const FIND = `
  SELECT session.id, session.stage, session.created_at AS "createdAt",
         session.last_seen_at AS "lastSeenAt", session.ended_at AS "endedAt",
         operator.id AS "operatorId", operator.name AS actor, operator.role,
         operator.disabled_at AS "disabledAt", clock_timestamp() AS now, ${STORED_CONVENTIONS},
         operator.time_zone AS "ownTimeZone", operator.week_start AS "ownWeekStart"
  FROM operator_sessions session JOIN operators operator ON operator.id = session.operator_id
  LEFT JOIN shop_conventions shop ON true
  WHERE session.secret_hash = $1 AND operator.role IS NOT NULL`;

/** Waits for no lock: whatever has locked the session notes or ends it. */
const NOTE_USE = `
  UPDATE operator_sessions SET last_seen_at = now()
  WHERE id = (SELECT id FROM operator_sessions WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED)`;

const LIST = `
  SELECT id, device, host(address) AS address, created_at AS "createdAt", last_seen_at AS "lastSeenAt"
  FROM operator_sessions WHERE operator_id = $1 AND ended_at IS NULL
  ORDER BY last_seen_at DESC, id DESC LIMIT ${MAX_LISTED}`;

const HAS_SIGNED_IN = `
  SELECT FROM operator_sessions session JOIN operators operator ON operator.id = session.operator_id
  WHERE operator.name = $1 AND session.stage = 'full' AND session.address <<= $2::inet
    AND session.created_at > now() - interval '${KNOWN}' LIMIT 1`;

const IS_OPEN = 'SELECT FROM operator_sessions WHERE id = $1 AND ended_at IS NULL';

const END = `
  UPDATE operator_sessions SET ended_at = now()
  WHERE operator_id = $1 AND id = $2 AND ended_at IS NULL`;

const END_OF = `
  UPDATE operator_sessions SET ended_at = now()
  WHERE operator_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $2::bigint`;
