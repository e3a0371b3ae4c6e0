import { RECORDED_LISTENERS } from '../../events/recorded-listeners.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { revisionIn } from '../../database/revision/revisions.js';
import { webhookSubscription } from '../webhooks/webhook-subscription.js';
import { CLOSED_PART, type ClosedPart } from '../closed-part.js';
import { TokenFamilies } from './families/token-families.repository.js';
import type { Principal } from './principal.js';
import { DEFAULT_SCOPES, type Scope } from './scopes.js';
import type { RememberedToken } from './source/token-sources.js';

/** All data on which the guard decides, read in one statement, so consistent. Times are of `performance.now()`. */
export interface Access {
  /** When the statement was sent. */
  readonly readAt: number;
  /** When the token expires; -Infinity if it is revoked. Not later than `readAt` if it was expired when it was read. */
  readonly liveUntil: number;
  readonly apiPermitted: boolean;
  /** Of the account and of the token: the caller has to be in each list that is not empty. */
  readonly allowedIps: readonly (readonly string[])[];
  readonly scopes: readonly Scope[];
  /** The id of a successor that was not used yet; null for any other token. */
  readonly unusedId: number | null;
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
  constructor(
    private readonly database: Database,
    private readonly families: TokenFamilies,
  ) {}

  /** Null for an unknown token. The expiry is compared with the clock of the database, which all instances share. */
  async findByTokenHash(tokenHash: Buffer): Promise<Access | null> {
    const sentAt = performance.now();
    const rows = await this.database.manager.query<AccessRow[]>(FIND_ACCESS, [tokenHash]);
    const [row] = rows;
    if (!row) return null;
    return {
      ...accessOf(row, sentAt, row.token_ips),
      scopes: row.scopes,
      unusedId: row.pending ? row.token_id : null,
      liveUntil: sentAt + row.live_for_ms,
      noteUseAfter: sentAt + (row.last_use_stale ? 0 : LAST_USE_INTERVAL_MS),
      principal: principalOf(row, row),
    };
  }

  /**
   * The access of a token that a token source has found.
   * @param goodUntil by `performance.now()`.
   * @returns null for an unknown account, and `ours` if the token is in the database, though revoked or expired.
   */
  async findByAccount(
    { accountId, goodUntil }: RememberedToken,
    tokenHash: Buffer,
  ): Promise<Access | 'ours' | null> {
    const sentAt = performance.now();
    const parameters = [accountId, tokenHash];
    const rows = await this.database.manager.query<FoundRow[]>(FIND_ACCOUNT, parameters);
    const [row] = rows;
    if (!row) return null;
    if (row.is_ours) return 'ours';
    // Earlier by the duration of the statement rather than too late.
    const validUntil = row.clock + (goodUntil - performance.now()) / 1000;
    return {
      ...accessOf(row, sentAt),
      scopes: DEFAULT_SCOPES,
      unusedId: null,
      liveUntil: goodUntil,
      noteUseAfter: Infinity,
      principal: { ...principalOf(row), validUntil },
    };
  }

  /** Notes the first use of a successor. */
  beginUse(accountId: number, tokenId: number, tokenHash: Buffer): Promise<void> {
    return this.families.beginUse(accountId, tokenId, tokenHash);
  }

  /** @param address of the caller; undefined if the proxy names none. */
  async noteTokenUse(tokenId: number, address: string | undefined): Promise<void> {
    await this.database.manager.query(
      'UPDATE access_tokens SET last_used_at = now(), last_used_from = $2 WHERE id = $1',
      [tokenId, address ?? null],
    );
  }
}

const ACCOUNT_COLUMNS = `
         account.id AS account_id, account.name, account.email, account.group_id,
         account.api_permitted, account.orders_suspended, account.show_unavailable, account.testing,
         account.error_http_status, account.order_uuid_mode,
         account.requests_per_minute, account.orders_per_minute,
         array(SELECT range::text FROM allowed_ips WHERE account_id = account.id) AS allowed_ips,
         (${webhookSubscription('account.id')}) AS webhook,
         (${RECORDED_LISTENERS}) AS listeners,
         (SELECT ${CLOSED_PART} FROM maintenance) AS closed,
         (SELECT ${revisionIn('access_revision')} FROM access_revision) AS revision`;

const FIND_ACCESS = `
  SELECT token.id AS token_id, token.scopes, token.pending,
         CASE WHEN token.daily_cap IS NOT NULL THEN coalesce(token.family_id, token.id) END AS capped_family,
         token.allowed_ips::text[] AS token_ips,
         CASE WHEN token.revoked_at IS NOT NULL THEN '-Infinity'
              WHEN isfinite(token.expires_at) THEN extract(epoch FROM token.expires_at - now()) * 1000
              ELSE 'Infinity' END::float8 AS live_for_ms,
         coalesce(token.last_used_at < now() - interval '1 minute', true) AS last_use_stale,
         ${ACCOUNT_COLUMNS}
  FROM access_tokens token JOIN accounts account ON account.id = token.account_id
  WHERE token.token_hash = $1`;

const FIND_ACCOUNT = `
  SELECT EXISTS (SELECT FROM access_tokens WHERE token_hash = $2) AS is_ours,
         extract(epoch FROM clock_timestamp())::float8 AS clock,
         ${ACCOUNT_COLUMNS}
  FROM accounts account WHERE account.id = $1`;

interface AccountRow {
  readonly account_id: number;
  readonly name: string;
  readonly email: string;
  readonly group_id: number | null;
  readonly api_permitted: boolean;
  readonly orders_suspended: boolean;
  readonly show_unavailable: boolean;
  readonly testing: boolean;
  readonly error_http_status: Principal['errorHttpStatus'];
  readonly order_uuid_mode: Principal['orderUuidMode'];
  readonly requests_per_minute: number | null;
  readonly orders_per_minute: number | null;
  readonly allowed_ips: string[];
  readonly webhook: Principal['webhook'];
  readonly listeners: Principal['listeners'];
  readonly closed: ClosedPart;
  readonly revision: string;
}

interface AccessRow extends AccountRow {
  readonly token_id: number;
  readonly scopes: Scope[];
  readonly token_ips: string[];
  readonly pending: boolean;
  readonly capped_family: number | null;
  readonly live_for_ms: number;
  readonly last_use_stale: boolean;
}

interface FoundRow extends AccountRow {
  readonly is_ours: boolean;
  /** Seconds since 1970. */
  readonly clock: number;
}

function accessOf(row: AccountRow, sentAt: number, tokenIps: readonly string[] = []) {
  return {
    readAt: sentAt,
    apiPermitted: row.api_permitted,
    allowedIps: [row.allowed_ips, tokenIps].filter(({ length }) => length > 0),
    closed: row.closed,
  };
}

function principalOf(row: AccountRow, token?: AccessRow): Principal {
  return {
    accountId: row.account_id,
    tokenId: token?.token_id ?? null,
    cappedFamily: token?.capped_family ?? null,
    name: row.name,
    email: row.email,
    groupId: row.group_id,
    showUnavailable: row.show_unavailable,
    testing: row.testing,
    errorHttpStatus: row.error_http_status,
    orderUuidMode: row.order_uuid_mode,
    requestsPerMinute: row.requests_per_minute,
    ordersPerMinute: row.orders_per_minute,
    webhook: row.webhook,
    listeners: row.listeners,
    ordersClosed: ordersClosed(row),
    accessRevision: row.revision,
  };
}

function ordersClosed({ orders_suspended: isSuspended, closed }: AccountRow) {
  if (isSuspended) return 'suspension';
  return closed === 'orders' ? 'maintenance' : null;
}
