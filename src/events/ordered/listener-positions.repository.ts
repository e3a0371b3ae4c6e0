import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { PortOf } from '../../common/port-shape.js';
import { END_COLUMNS, ENDS } from './account-events.repository.js';
import type { AccountPlace } from './account-place.js';
import type { OrderedListener } from './ordered-listener.js';

/** An account that is told to one listener. */
export interface ToldAccount {
  readonly extension: string;
  readonly listener: string;
  readonly accountId: number;
}

/** Where a listener is in an account. */
interface Position {
  readonly place: AccountPlace;
  /** True until it has been told that a restore may have undone events that it knows. */
  readonly isRestored: boolean;
}

/** A position that one server has for itself until it saves it, or a minute after it has saved it last. */
export interface ClaimedPosition extends ToldAccount, Position {
  readonly claim: string;
  readonly hasFailed: boolean;
}

type ClaimedRow = AccountPlace & Pick<ClaimedPosition, 'isRestored' | 'hasFailed'>;

/** What becomes of a claimed position. */
export interface SavedPosition extends Position {
  /** True if its server goes on with the account. */
  readonly isKept?: boolean;
  /** When the event behind it, which has failed, is tried again. */
  readonly retrySeconds?: number;
}

/** Reads and writes how far listeners have been told of each account. */
@Injectable()
export class ListenerPositions {
  constructor(private readonly database: Database) {}

  /** Records listeners that are not recorded yet. They begin behind all that has happened, unless they say otherwise. */
  async begin(manager: EntityManager, items: readonly PortOf<OrderedListener>[]): Promise<void> {
    await manager.query(BEGIN_LISTENERS, [
      items.map(({ extension }) => extension),
      items.map(({ port }) => port.name),
      items.map(({ port }) => port.from === undefined),
    ]);
  }

  async forget(manager: EntityManager, extension: string): Promise<void> {
    await manager.query('DELETE FROM ordered_listeners WHERE extension = $1', [extension]);
  }

  /** Accounts with something new for one of the listeners that nobody tells now. */
  due(items: readonly PortOf<OrderedListener>[]): Promise<ToldAccount[]> {
    return this.database.manager.query(FIND_DUE, [
      items.map(({ extension }) => extension),
      items.map(({ port }) => port.name),
    ]);
  }

  /** Undefined if another server has it, or it is not due. */
  async claim(account: ToldAccount): Promise<ClaimedPosition | undefined> {
    const { extension, listener, accountId } = account;
    const claim = randomUUID();
    const values = [extension, listener, accountId, claim];
    const [row] = await this.database.manager.query<ClaimedRow[]>(CLAIM, values);
    if (!row) return undefined;
    const { isRestored, hasFailed, ...place } = row;
    return { extension, listener, accountId, claim, place, isRestored, hasFailed };
  }

  /** @returns false if the claim has ended; nothing was written then */
  async save(
    { extension, listener, accountId, claim }: ClaimedPosition,
    { place, isRestored, isKept = false, retrySeconds }: SavedPosition,
    manager = this.database.manager,
  ): Promise<boolean> {
    const { eventNumber, eventHash, entryNumber, entryHash } = place;
    const [, count] = await manager.query<[unknown, number]>(SAVE, [
      ...[extension, listener, accountId, claim],
      ...[eventNumber, eventHash, entryNumber, entryHash],
      ...[isRestored, isKept, retrySeconds ?? null],
    ]);
    return count === 1;
  }

  /** Tries the event that has failed at the next look, or when the attempt that is under way has failed, too. */
  async tryNow(manager: EntityManager, { extension, listener, accountId }: ToldAccount) {
    await manager.query(TRY_NOW, [extension, listener, accountId]);
  }

  /** Sets a position; a server that has claimed it keeps it no longer. */
  async moveTo(manager: EntityManager, account: ToldAccount, place: AccountPlace): Promise<void> {
    const { extension, listener, accountId } = account;
    const { eventNumber, eventHash, entryNumber, entryHash } = place;
    const numbers = [eventNumber, eventHash, entryNumber, entryHash];
    await manager.query(MOVE, [extension, listener, accountId, ...numbers]);
  }

  /** Holds back all accounts of a restored state. @returns their number, counted for each listener */
  hold(manager: EntityManager): Promise<number> {
    return this.counted(manager, HOLD);
  }

  release(manager: EntityManager): Promise<number> {
    return this.counted(manager, RELEASE);
  }

  /** Goes on behind all that has happened. */
  drop(manager: EntityManager): Promise<number> {
    return this.counted(manager, DROP);
  }

  private async counted(manager: EntityManager, statement: string): Promise<number> {
    const rows = await manager.query<[{ count: number }]>(
      `WITH changed AS (${statement} RETURNING 1) SELECT count(*)::integer AS count FROM changed`,
    );
    return rows[0].count;
  }
}

const PLACE = 'event_number, event_hash, entry_number, entry_hash';
const OF_ACCOUNT = '(extension, listener, account_id) = ($1, $2, $3)';
const CLAIMED_UNTIL = `now() + interval '1 minute'`;
const IS_DUE = `(position.retry_at IS NULL OR position.retry_at <= now())
  AND (position.claimed_until IS NULL OR position.claimed_until < now())`;

/** $1, $2: extensions and listeners; $3: whether each begins behind all that has happened. */
const BEGIN_LISTENERS = `
  WITH given AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[]) AS given (extension, listener, from_end)
  ), begun AS (
    INSERT INTO ordered_listeners (extension, listener) SELECT extension, listener FROM given
    ON CONFLICT DO NOTHING RETURNING extension, listener
  )
  INSERT INTO listener_positions (extension, listener, account_id, ${PLACE})
  SELECT extension, listener, account.id, ${END_COLUMNS}
  FROM begun JOIN given USING (extension, listener) CROSS JOIN accounts account ${ENDS}
  WHERE from_end`;

/** $1, $2: extensions and listeners. Numbers alone would not tell a history that was cut and has grown again. */
export const FIND_DUE = `
  SELECT known.extension, known.listener, "accountId"
  FROM (SELECT account.id AS "accountId", ${END_COLUMNS} FROM accounts account ${ENDS}) present
  CROSS JOIN unnest($1::text[], $2::text[]) AS given (extension, listener)
  JOIN ordered_listeners known ON (known.extension, known.listener) = (given.extension, given.listener)
  LEFT JOIN listener_positions position
    ON (position.extension, position.listener, position.account_id) = (known.extension, known.listener, "accountId")
  WHERE ${IS_DUE} AND (coalesce(position.restored, false)
    OR ("eventNumber", "eventHash", "entryNumber", "entryHash") IS DISTINCT FROM
      (coalesce(position.event_number, 0), coalesce(position.event_hash, ''),
       coalesce(position.entry_number, 0), coalesce(position.entry_hash, '')))
  ORDER BY random() LIMIT 1000`;

const CLAIM = `
  INSERT INTO listener_positions AS position (extension, listener, account_id, claimed_by, claimed_until)
  VALUES ($1, $2, $3, $4, ${CLAIMED_UNTIL})
  ON CONFLICT (extension, listener, account_id) DO UPDATE
  SET claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until WHERE ${IS_DUE}
  RETURNING event_number::float8 AS "eventNumber", event_hash AS "eventHash", entry_number::float8 AS "entryNumber",
            entry_hash AS "entryHash", restored AS "isRestored", retry_at IS NOT NULL AS "hasFailed"`;

/** An operator who asked for another try after the claim, whose time is in its end, gets it. */
const SAVE = `
  UPDATE listener_positions
  SET (${PLACE}) = ($5, $6, $7, $8), restored = $9,
      retry_at = CASE WHEN $11::double precision > 0 AND retry_at > claimed_until - interval '1 minute' THEN retry_at
        ELSE now() + $11 * interval '1 second' END,
      claimed_by = CASE WHEN $10 THEN claimed_by END, claimed_until = CASE WHEN $10 THEN ${CLAIMED_UNTIL} END
  WHERE ${OF_ACCOUNT} AND claimed_by = $4`;

const TRY_NOW = `UPDATE listener_positions SET retry_at = now() WHERE ${OF_ACCOUNT}`;

const MOVE = `
  UPDATE listener_positions
  SET (${PLACE}) = ($4, $5, $6, $7), restored = false, retry_at = NULL, claimed_by = NULL, claimed_until = NULL
  WHERE ${OF_ACCOUNT}`;

const HOLD = `
  INSERT INTO listener_positions (extension, listener, account_id, restored, retry_at)
  SELECT extension, listener, accounts.id, true, 'infinity' FROM ordered_listeners CROSS JOIN accounts
  ON CONFLICT (extension, listener, account_id) DO UPDATE
  SET restored = true, retry_at = 'infinity', claimed_by = NULL, claimed_until = NULL`;

/** Now, so that the event that may have failed before is known to have. */
const RELEASE = `UPDATE listener_positions SET retry_at = now() WHERE retry_at = 'infinity'`;

const DROP = `
  UPDATE listener_positions
  SET event_number = "eventNumber", event_hash = "eventHash", entry_number = "entryNumber", entry_hash = "entryHash",
      retry_at = NULL
  FROM (SELECT account.id AS "accountId", ${END_COLUMNS} FROM accounts account ${ENDS}) present
  WHERE retry_at = 'infinity' AND account_id = "accountId"`;
