import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { webhookSubscription } from '../webhooks/webhook-subscription.js';
import type { Principal } from './principal.js';

/** Everything the guard decides on, read in one statement, so that it is true at one moment. */
export interface Access {
  readonly tokenId: number;
  readonly tokenHash: Buffer;
  /** When the reading of all this began, by `performance.now()`. */
  readonly readAt: number;
  /** When the token expires, by `performance.now()`; long past for a revoked one. Not after readAt: it had expired. */
  readonly liveUntil: number;
  readonly apiPermitted: boolean;
  readonly allowedIps: readonly string[];
  readonly maintenance: boolean;
  /** The next use after this is noted, by `performance.now()`: one a minute is enough to know. */
  noteUseAfter: number;
  readonly principal: Principal;
}

/** Milliseconds. */
export const USE_NOTED_EVERY = 60_000;

/** Reads what a token opens. */
@Injectable()
export class AccessRepository {
  constructor(private readonly database: Database) {}

  /** Null for an unknown token. Times are compared by the database's clock, the only one all instances share. */
  async findByTokenHash(tokenHash: Buffer): Promise<Access | null> {
    const askedAt = performance.now();
    const rows = await this.database.manager.query<AccessRow[]>(FIND_ACCESS, [tokenHash]);
    return rows[0] ? accessOf(rows[0], tokenHash, askedAt) : null;
  }

  async noteTokenUse(tokenId: number): Promise<void> {
    await this.database.manager.query(
      'UPDATE access_tokens SET last_used_at = now() WHERE id = $1',
      [tokenId],
    );
  }
}

const FIND_ACCESS = `
  SELECT token.id AS token_id,
         CASE WHEN token.revoked_at IS NOT NULL THEN '-Infinity'
              WHEN isfinite(token.expires_at) THEN extract(epoch FROM token.expires_at - now()) * 1000
              ELSE 'Infinity' END::float8 AS live_for,
         coalesce(token.last_used_at < now() - interval '1 minute', true) AS last_use_stale,
         account.id AS account_id, account.name, account.email, account.group_id,
         account.api_permitted, account.show_unavailable, account.testing,
         account.error_http_status, account.order_uuid_mode,
         array(SELECT range::text FROM allowed_ips WHERE account_id = account.id) AS allowed_ips,
         (${webhookSubscription('account.id')}) AS webhook,
         (SELECT enabled FROM maintenance) AS maintenance,
         (SELECT revision FROM access_revision) AS revision
  FROM access_tokens token JOIN accounts account ON account.id = token.account_id
  WHERE token.token_hash = $1`;

interface AccessRow {
  readonly token_id: number;
  /** Milliseconds. */
  readonly live_for: number;
  readonly last_use_stale: boolean;
  readonly account_id: number;
  readonly name: string;
  readonly email: string;
  readonly group_id: number | null;
  readonly api_permitted: boolean;
  readonly show_unavailable: boolean;
  readonly testing: boolean;
  readonly error_http_status: Principal['errorHttpStatus'];
  readonly order_uuid_mode: Principal['orderUuidMode'];
  readonly allowed_ips: string[];
  readonly webhook: Principal['webhook'];
  readonly maintenance: boolean;
  readonly revision: string;
}

function accessOf(row: AccessRow, tokenHash: Buffer, askedAt: number): Access {
  return {
    tokenId: row.token_id,
    tokenHash,
    readAt: askedAt,
    liveUntil: askedAt + row.live_for,
    noteUseAfter: askedAt + (row.last_use_stale ? 0 : USE_NOTED_EVERY),
    apiPermitted: row.api_permitted,
    allowedIps: row.allowed_ips,
    maintenance: row.maintenance,
    principal: {
      accountId: row.account_id,
      name: row.name,
      email: row.email,
      groupId: row.group_id,
      showUnavailable: row.show_unavailable,
      testing: row.testing,
      errorHttpStatus: row.error_http_status,
      orderUuidMode: row.order_uuid_mode,
      webhook: row.webhook,
      accessRevision: row.revision,
    },
  };
}
