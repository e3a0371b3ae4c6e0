import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { KEPT_BYTES } from './token-hashes.js';

/** A state of the shop's tokens. */
export interface TokenState {
  /** The access revision. */
  readonly revision: string;
  /** When the server began, as text: another one may have lost revisions, and count them anew. */
  readonly server: string;
}

/** What has changed up to a state. Hashes are their first KEPT_BYTES, one behind the other. */
export interface TokenChanges extends TokenState {
  /** False when the changes are not known, or too many; the hashes say nothing then. */
  readonly listed: boolean;
  readonly live: Buffer;
  readonly gone: Buffer;
}

/** A part of all tokens, in the order of their hashes. */
export interface TokenPage {
  /** The first KEPT_BYTES of the hashes of live tokens, one behind the other. */
  readonly live: Buffer;
  /** The hash that the next page begins behind; null when there is none. */
  readonly last: Buffer | null;
}

/** Reads which tokens there are. */
@Injectable()
export class KnownTokensRepository {
  constructor(private readonly database: Database) {}

  async state(): Promise<TokenState> {
    const [row] = await this.database.manager.query<TokenState[]>(STATE);
    return oneRow(row);
  }

  async page(after: Buffer): Promise<TokenPage> {
    const [row] = await this.database.manager.query<TokenPage[]>(PAGE, [after]);
    return oneRow(row);
  }

  /** One statement, so that state and changes are of one moment. */
  async changesSince({ revision, server }: TokenState): Promise<TokenChanges> {
    const [row] = await this.database.manager.query<TokenChanges[]>(CHANGES, [revision, server]);
    return oneRow(row);
  }

  /** Those of the hashes that some token has, live or not, in hexadecimal digits. */
  async existing(hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.manager.query<{ hash: string }[]>(EXISTING, [hashes]);
    return new Set(rows.map(({ hash }) => hash));
  }
}

/** As many revisions are kept by the trigger that notes the changes. */
const KEPT_REVISIONS = 10_000;
const MOST_CHANGES = 10_000;
const PAGE_ROWS = 2_000;

/** Those long expired are left out; a day, since another server's clock may say otherwise after a failover. */
const LIVE = `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now() - interval '1 day')`;

/** Of a set of rows with the column `live`: the beginnings of the hashes, as one value that costs little to read. */
function hashesOf(rows: string, filter: string): string {
  return `(SELECT coalesce(string_agg(substr(token_hash, 1, ${KEPT_BYTES}), ''::bytea), ''::bytea)
    FROM ${rows} WHERE ${filter})`;
}

const SERVER = 'pg_postmaster_start_time()::text';

const STATE = `SELECT revision, ${SERVER} AS server FROM access_revision`;

const PAGE = `
  WITH page AS (
    SELECT token_hash, ${LIVE} AS live FROM access_tokens
    WHERE token_hash > $1 ORDER BY token_hash LIMIT ${PAGE_ROWS})
  SELECT ${hashesOf('page', 'live')} AS live,
         (SELECT token_hash FROM page ORDER BY token_hash OFFSET ${PAGE_ROWS} - 1) AS last`;

const CHANGES = `
  WITH noted AS (
    SELECT token_hash FROM access_token_changes
    -- What is noted of later revisions was left by a count that has begun anew.
    WHERE revision > $1::bigint AND revision <= (SELECT revision FROM access_revision)
    LIMIT ${MOST_CHANGES} + 1
  ), changed AS (
    SELECT DISTINCT noted.token_hash, token.id IS NOT NULL AS live
    FROM noted LEFT JOIN access_tokens AS token ON token.token_hash = noted.token_hash AND ${LIVE})
  SELECT revision, ${SERVER} AS server,
         ${SERVER} = $2 AND revision - $1::bigint BETWEEN 0 AND ${KEPT_REVISIONS} - 1
           AND (SELECT count(*) <= ${MOST_CHANGES} AND count(*) = count(token_hash) FROM noted) AS listed,
         ${hashesOf('changed', 'live')} AS live,
         ${hashesOf('changed', 'NOT live')} AS gone
  FROM access_revision`;

const EXISTING = `
  SELECT encode(token_hash, 'hex') AS hash FROM access_tokens WHERE token_hash = ANY ($1::bytea[])`;

function oneRow<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('the access revision row is missing');
  return row;
}
