import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { partsOf, revisionIn } from '../../../database/revision/revisions.js';
import { KEPT_BYTES } from './token-hashes.js';

/** The changes up to an access revision. Of each hash the first KEPT_BYTES are concatenated. */
export interface TokenChanges {
  readonly revision: string;
  /** False if the changes are unknown or too many; the hashes are meaningless then. */
  readonly listed: boolean;
  readonly live: Buffer;
  readonly gone: Buffer;
}

/** A page of all tokens, sorted by hash. */
export interface TokenPage {
  /** The first KEPT_BYTES of the hashes of live tokens, concatenated. */
  readonly live: Buffer;
  /** The hash after which the next page starts; null on the last page. */
  readonly last: Buffer | null;
}

/** Reads the hashes of tokens. */
@Injectable()
export class KnownTokensRepository {
  constructor(private readonly database: Database) {}

  /** The access revision. */
  async revision(): Promise<string> {
    const [row] = await this.database.manager.query<{ revision: string }[]>(REVISION);
    return oneRow(row).revision;
  }

  async page(after: Buffer): Promise<TokenPage> {
    const [row] = await this.database.manager.query<TokenPage[]>(PAGE, [after]);
    return oneRow(row);
  }

  /** One statement, so that revision and changes are consistent. */
  async changesSince(revision: string): Promise<TokenChanges> {
    const [row] = await this.database.manager.query<TokenChanges[]>(CHANGES, partsOf(revision));
    return oneRow(row);
  }

  /** The hashes to which a token exists, live or not, in hexadecimal digits. */
  async existing(hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.manager.query<{ hash: string }[]>(EXISTING, [hashes]);
    return new Set(rows.map(({ hash }) => hash));
  }
}

const MAX_CHANGES = 10_000;
const PAGE_ROWS = 2_000;

/** Tokens that expired more than a day ago are left out; the day covers clocks that differ after a failover. */
const LIVE = `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now() - interval '1 day')`;

/** SQL for the first KEPT_BYTES of the hashes of some rows, as one value, which is fast to transfer. */
function hashesOf(rows: string, filter: string): string {
  return `(SELECT coalesce(string_agg(substr(token_hash, 1, ${KEPT_BYTES}), ''::bytea), ''::bytea)
    FROM ${rows} WHERE ${filter})`;
}

const REVISION = `SELECT ${revisionIn('access_revision')} AS revision FROM access_revision`;

const PAGE = `
  WITH page AS (
    SELECT token_hash, ${LIVE} AS live FROM access_tokens
    WHERE token_hash > $1 ORDER BY token_hash LIMIT ${PAGE_ROWS})
  SELECT ${hashesOf('page', 'live')} AS live,
         (SELECT token_hash FROM page ORDER BY token_hash OFFSET ${PAGE_ROWS} - 1) AS last`;

/** The changes are known if the earlier revision is listed with its nonce: then all later ones are listed, too. */
const CHANGES = `
  WITH noted AS (
    SELECT token_hash FROM access_token_changes
    -- Rows with higher revisions are left from before the numbers were set back.
    WHERE revision > $1::bigint AND revision <= (SELECT revision FROM access_revision)
    LIMIT ${MAX_CHANGES} + 1
  ), changed AS (
    SELECT DISTINCT noted.token_hash, token.id IS NOT NULL AS live
    FROM noted LEFT JOIN access_tokens AS token ON token.token_hash = noted.token_hash AND ${LIVE})
  SELECT ${revisionIn('access_revision')} AS revision,
         (revision, nonce) = ($1::bigint, $2) OR revision > $1::bigint
           AND EXISTS (SELECT FROM access_token_changes WHERE revision = $1::bigint AND nonce = $2)
           AND (SELECT count(*) <= ${MAX_CHANGES} AND count(*) = count(token_hash) FROM noted) AS listed,
         ${hashesOf('changed', 'live')} AS live,
         ${hashesOf('changed', 'NOT live')} AS gone
  FROM access_revision`;

const EXISTING = `
  SELECT encode(token_hash, 'hex') AS hash FROM access_tokens WHERE token_hash = ANY ($1::bytea[])`;

function oneRow<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('the access revision row is missing');
  return row;
}
