import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { unlessUnavailable } from '../../database/unless-unavailable.js';
import type { Role } from '../permissions/roles.js';

export interface NewToken {
  readonly operatorId: number;
  readonly tokenHash: Buffer;
  readonly label: string;
  readonly role: Role;
  /** Names of permissions; null for all of the role. */
  readonly scopes: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** A token without the token itself. */
export interface ListedToken {
  readonly id: number;
  /** The name of its operator, as in the audit. */
  readonly actor: string;
  readonly label: string;
  readonly role: Role;
  readonly scopes: string[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly lastUsedFrom: string | null;
  readonly revokedAt: Date | null;
}

/** A token in force, with its operator as it is now. */
export interface FoundOperatorToken {
  readonly id: number;
  readonly role: Role;
  readonly scopes: string[] | null;
  readonly operatorId: number;
  readonly actor: string;
  readonly operatorRole: Role;
  /** True if its last use was noted more than a minute ago. */
  readonly isUseToNote: boolean;
}

/** The rows of operators' tokens. */
@Injectable()
export class OperatorTokensRepository {
  constructor(private readonly database: Database) {}

  async add(manager: EntityManager, token: NewToken): Promise<number> {
    const { operatorId, tokenHash, label, role, scopes, expiresAt } = token;
    const values = [operatorId, tokenHash, label, role, scopes, expiresAt];
    const [{ id }] = await manager.query<[{ id: number }]>(ADD, values);
    return id;
  }

  /** @returns undefined unless the token is in force, and its operator not disabled */
  async find(tokenHash: Buffer): Promise<FoundOperatorToken | undefined> {
    const rows = await this.database.manager.query<FoundOperatorToken[]>(FIND, [tokenHash]);
    return rows[0];
  }

  noteUse(id: number, address: string | null): Promise<void> {
    return unlessUnavailable(this.database.manager.query(NOTE_USE, [id, address]));
  }

  page(after: number, limit: number): Promise<ListedToken[]> {
    return this.database.manager.query(PAGE, [after, limit]);
  }

  async lock(manager: EntityManager, id: number): Promise<ListedToken | undefined> {
    const rows = await manager.query<ListedToken[]>(`${LIST} WHERE token.id = $1 ${LOCKED}`, [id]);
    return rows[0];
  }

  async revoke(manager: EntityManager, id: number): Promise<void> {
    await manager.query('UPDATE operator_tokens SET revoked_at = now() WHERE id = $1', [id]);
  }
}

const ADD = `
  INSERT INTO operator_tokens (operator_id, token_hash, label, role, scopes, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`;

const FIND = `
  SELECT token.id, token.role, token.scopes, operator.id AS "operatorId", operator.name AS actor,
         operator.role AS "operatorRole",
         coalesce(token.last_used_at < now() - interval '1 minute', true) AS "isUseToNote"
  FROM operator_tokens token JOIN operators operator ON operator.id = token.operator_id
  WHERE token.token_hash = $1 AND token.revoked_at IS NULL
    AND coalesce(token.expires_at > now(), true)
    AND operator.disabled_at IS NULL AND operator.role IS NOT NULL`;

/** Waits for no lock: whatever has locked the token notes its use or revokes it. */
const NOTE_USE = `
  UPDATE operator_tokens SET last_used_at = now(), last_used_from = $2
  WHERE id = (SELECT id FROM operator_tokens WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED)`;

const LIST = `
  SELECT token.id, operator.name AS actor, token.label, token.role, token.scopes,
         token.created_at AS "createdAt", token.expires_at AS "expiresAt",
         token.last_used_at AS "lastUsedAt", host(token.last_used_from) AS "lastUsedFrom",
         token.revoked_at AS "revokedAt"
  FROM operator_tokens token JOIN operators operator ON operator.id = token.operator_id`;

const PAGE = `${LIST} WHERE token.id > $1 ORDER BY token.id LIMIT $2`;

const LOCKED = 'FOR NO KEY UPDATE OF token';
