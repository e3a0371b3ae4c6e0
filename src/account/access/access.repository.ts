import { RECORDED_LISTENERS } from '../../events/recorded-listeners.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { revisionIn } from '../../database/revision/revisions.js';
import { webhookSubscription } from '../webhooks/webhook-subscription.js';
import { CLOSED_PART, type ClosedPart } from './closed-part.js';
import type { Principal } from './principal.js';

/** All data on which the guard decides, read in one statement, so consistent. Times are of `performance.now()`. */
export interface Access {
  readonly tokenId: number;
  readonly tokenHash: Buffer;
  /** When the statement was sent. */
  readonly readAt: number;
  /** When the token expires; -Infinity if it is revoked. Not later than `readAt` if it was expired when it was read. */
  readonly liveUntil: number;
  readonly apiPermitted: boolean;
  readonly allowedIps: readonly string[];
  readonly closed: ClosedPart;
  /** The first use after this time is written to `last_used_at`. */
  noteUseAfter: number;
  readonly principal: Principal;
}

/** The last use of a token is written at most this often. */
export const LAST_USE_INTERVAL_MS = 60_000;

/** Reads the account and the settings to which a token gives access. */
@Injectable()
export class AccessRepository {
  constructor(private readonly database: Database) {}

  /** Null for an unknown token. The expiry is compared with the clock of the database, which all instances share. */
  async findByTokenHash(tokenHash: Buffer): Promise<Access | null> {
    const sentAt = performance.now();
    const rows = await this.database.manager.query<AccessRow[]>(FIND_ACCESS, [tokenHash]);
    return rows[0] ? accessOf(rows[0], tokenHash, sentAt) : null;
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
              ELSE 'Infinity' END::float8 AS live_for_ms,
         coalesce(token.last_used_at < now() - interval '1 minute', true) AS last_use_stale,
         account.id AS account_id, account.name, account.email, account.group_id,
         account.api_permitted, account.show_unavailable, account.testing,
         account.error_http_status, account.order_uuid_mode,
         array(SELECT range::text FROM allowed_ips WHERE account_id = account.id) AS allowed_ips,
         (${webhookSubscription('account.id')}) AS webhook,
         (${RECORDED_LISTENERS}) AS listeners,
         (SELECT ${CLOSED_PART} FROM maintenance) AS closed,
         (SELECT ${revisionIn('access_revision')} FROM access_revision) AS revision
  FROM access_tokens token JOIN accounts account ON account.id = token.account_id
  WHERE token.token_hash = $1`;

interface AccessRow {
  readonly token_id: number;
  readonly live_for_ms: number;
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
  readonly listeners: Principal['listeners'];
  readonly closed: ClosedPart;
  readonly revision: string;
}

function accessOf(row: AccessRow, tokenHash: Buffer, sentAt: number): Access {
  return {
    tokenId: row.token_id,
    tokenHash,
    readAt: sentAt,
    liveUntil: sentAt + row.live_for_ms,
    noteUseAfter: sentAt + (row.last_use_stale ? 0 : LAST_USE_INTERVAL_MS),
    apiPermitted: row.api_permitted,
    allowedIps: row.allowed_ips,
    closed: row.closed,
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
      listeners: row.listeners,
      accessRevision: row.revision,
    },
  };
}
