import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type LockQueue } from '../../../database/database.js';

/** A token by which another one is to be replaced; not in force until it is first used. */
export interface Successor {
  readonly id: number;
  /** That of the first token of the family; null for never. */
  readonly expiresAt: Date | null;
}

/** What is left out stays. */
export interface FamilySettings {
  readonly label?: string;
  readonly scopes?: readonly string[];
  /** In CIDR notation. */
  readonly allowedIps?: readonly string[];
  /** USD; null for no cap. */
  readonly dailyCap?: string | null;
}

/** Why a token cannot be replaced. */
export type NoSuccessor = 'dead' | 'replaced';

/** How long a token lives on once its successor is used. */
const OVERLAP = '24 hours';

/**
 * A token and those that replace it, one after the other, are a family. All of them have the same settings, and are
 * changed and revoked together. At most one of them is a successor that was not used yet.
 */
@Injectable()
export class TokenFamilies {
  constructor(private readonly database: Database) {}

  /**
   * Makes a successor, or replaces the one that was not used yet.
   * @param accountId by whose queue it waits, so that one account cannot hold all connections.
   * @param hash of the new token
   */
  succeed(accountId: number, tokenId: number, hash: Buffer): Promise<Successor | NoSuccessor> {
    const work = async (manager: EntityManager): Promise<Successor | NoSuccessor> => {
      const [token] = await manager.query<FoundToken[]>(FIND, [tokenId]);
      if (token?.isLive !== true) return 'dead';
      if (token.isReplaced) return 'replaced';
      await manager.query(BEGIN_FAMILY, [tokenId]);
      const [successor] = await manager.query<[Successor]>(SUCCEED, [tokenId, hash]);
      return successor;
    };
    return this.locked(tokenId, work, { accountId });
  }

  /**
   * Notes the first use of a successor, from which on the other tokens of its family live for a day at most. It does
   * nothing for another token, and for one that has been replaced or revoked meanwhile.
   */
  beginUse(accountId: number, tokenId: number, hash: Buffer): Promise<void> {
    const work = async (manager: EntityManager): Promise<void> => {
      const [begun] = await manager.query<[unknown[], number]>(BEGIN_USE, [hash]);
      if (begun.length > 0) await manager.query(END_OTHERS, [tokenId]);
    };
    return this.locked(tokenId, work, { accountId });
  }

  /** Locks the family until the end of the caller's transaction. */
  async lock(manager: EntityManager, tokenId: number): Promise<void> {
    await manager.query(LOCK_FIRST, [tokenId]);
  }

  /** Changes all tokens of a family that the caller has locked. */
  async setLocked(
    manager: EntityManager,
    tokenId: number,
    { label, scopes, allowedIps, dailyCap }: FamilySettings,
  ): Promise<void> {
    const given = [scopes ?? null, allowedIps ?? null, dailyCap !== undefined, dailyCap ?? null];
    await manager.query(SET, [tokenId, ...given, label ?? null]);
  }

  /** Revokes all tokens of a family that the caller has locked. */
  async revokeLocked(manager: EntityManager, tokenId: number): Promise<void> {
    await manager.query(REVOKE, [tokenId]);
  }

  /** Revokes all tokens of an account, those included by which others are being replaced. */
  async revokeAllOf(accountId: number): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(LOCK_ALL_FIRST, [accountId]);
      await manager.query(REVOKE_ALL, [accountId]);
    });
  }

  /** Locks the first token of the family: what concerns several tokens of it is done one after the other. */
  private locked<T>(
    tokenId: number,
    work: (manager: EntityManager) => Promise<T>,
    queue?: LockQueue,
  ): Promise<T> {
    const lockedWork = async (manager: EntityManager): Promise<T> => {
      await this.lock(manager, tokenId);
      return work(manager);
    };
    return this.database.transaction(lockedWork, queue && { queue });
  }
}

interface FoundToken {
  readonly isLive: boolean;
  readonly isReplaced: boolean;
}

const LOCK_FIRST = `
  SELECT FROM access_tokens
  WHERE id = (SELECT coalesce(family_id, id) FROM access_tokens WHERE id = $1) FOR UPDATE`;

const LOCK_ALL_FIRST = `
  SELECT FROM access_tokens
  WHERE account_id = $1 AND coalesce(family_id, id) = id ORDER BY id FOR UPDATE`;

const REVOKE_ALL =
  'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1 AND revoked_at IS NULL';

/** By the account too, since there is an index on it. */
const OF_FAMILY = `
  (account_id, coalesce(family_id, id))
  = (SELECT account_id, coalesce(family_id, id) FROM access_tokens WHERE id = $1)`;

const FIND = `
  SELECT revoked_at IS NULL AND NOT pending AND coalesce(expires_at > now(), true) AS "isLive",
         EXISTS (
           SELECT FROM access_tokens later
           WHERE later.account_id = token.account_id AND later.family_id = token.family_id
             AND later.id > token.id AND NOT later.pending
         ) AS "isReplaced"
  FROM access_tokens token WHERE id = $1`;

const BEGIN_FAMILY = 'UPDATE access_tokens SET family_id = id WHERE id = $1 AND family_id IS NULL';

const SUCCEED = `
  INSERT INTO access_tokens
    (account_id, token_hash, label, expires_at, scopes, allowed_ips, daily_cap, family_id, pending)
  SELECT account_id, $2, label, expires_at, scopes, allowed_ips, daily_cap, family_id, true
  FROM access_tokens WHERE id = $1
  ON CONFLICT (family_id) WHERE pending
    DO UPDATE SET token_hash = excluded.token_hash, created_at = now()
  RETURNING id, CASE WHEN isfinite(expires_at) THEN expires_at END AS "expiresAt"`;

const BEGIN_USE = `
  UPDATE access_tokens SET pending = false
  WHERE token_hash = $1 AND pending AND revoked_at IS NULL RETURNING id`;

const SET = `
  UPDATE access_tokens
  SET scopes = coalesce($2, scopes), allowed_ips = coalesce($3::text[]::cidr[], allowed_ips),
      daily_cap = CASE WHEN $4::boolean THEN $5::numeric ELSE daily_cap END,
      label = coalesce($6, label)
  WHERE ${OF_FAMILY}`;

const REVOKE = `
  UPDATE access_tokens SET revoked_at = now() WHERE revoked_at IS NULL AND ${OF_FAMILY}`;

const END_OTHERS = `
  UPDATE access_tokens SET expires_at = least(expires_at, now() + interval '${OVERLAP}')
  WHERE id <> $1 AND revoked_at IS NULL AND ${OF_FAMILY}`;
