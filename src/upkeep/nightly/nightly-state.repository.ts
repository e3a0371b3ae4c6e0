import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import type { TrialFault } from './trial-fault.js';

/** What the nightly backups have come to. Times are those of the database. */
export interface NightlyState {
  readonly now: Date;
  /** The last attempt; null before the first one. */
  readonly beganAt: Date | null;
  /** The last attempt that has written a file; before the first one, when the database was made. */
  readonly endedAt: Date;
  /** Why the last attempt has made no good backup; empty if it has. */
  readonly failure: string;
  /** The last good one; null before the first one. */
  readonly good: {
    readonly at: Date;
    readonly file: string;
    readonly bytes: number;
    /** Of the key that it is encrypted under; empty without one. */
    readonly key: string;
  } | null;
  /** When the first good one was made; null before. */
  readonly firstGoodAt: Date | null;
  /** When one was restored for a trial. */
  readonly restoredAt: Date | null;
  /** Why the last one that was tried could not be restored; empty if it could. */
  readonly restoreFailure: string;
  /** Why the last trial could not be made, which says nothing of the backup; empty if it could. */
  readonly untriedRestore: string;
  /** A database for a trial that was not dropped yet. */
  readonly trialDatabase: string | null;
  /** When it was confirmed that a copy and the key of the last good one lie elsewhere; null if it has to be again. */
  readonly confirmedAt: Date | null;
}

/** As it is shown to operators. */
interface Confirmation {
  readonly confirmed_at: string | null;
  /** Of the last good backup. */
  readonly file: string | null;
}

const MAX_FAILURE_CHARACTERS = 500;

/** The row of the nightly backups. */
@Injectable()
export class NightlyStateRepository {
  constructor(private readonly database: Database) {}

  async read(): Promise<NightlyState> {
    const [row] = await this.database.manager.query<[Row]>(READ);
    const { goodAt, goodFile, goodBytes, goodKey, ...state } = row;
    if (goodAt === null) return { ...state, good: null };
    return {
      ...state,
      good: { at: goodAt, file: goodFile, bytes: Number(goodBytes), key: goodKey },
    };
  }

  /** Part of the names of the files: 16 digits for the shop, and eight for its database, which a copy of it has not. */
  async databaseLabel(): Promise<string> {
    const [row] = await this.database.manager.query<[{ label: string }]>(LABEL);
    return row.label;
  }

  begin(): Promise<unknown> {
    return this.change('began_at = now()', []);
  }

  made({ at, file, bytes, key }: NonNullable<NightlyState['good']>): Promise<unknown> {
    return this.change(
      `ended_at = now(), failure = '', first_good_at = coalesce(first_good_at, now()), good_at = $1, good_file = $2, good_bytes = $3, good_key = $4`,
      [at, file, bytes, key],
    );
  }

  /** @param hasFile true: a file was written, so it is tried again in the next night. */
  failed(failure: string, hasFile: boolean): Promise<unknown> {
    return this.change('failure = $1, ended_at = CASE WHEN $2 THEN now() ELSE ended_at END', [
      failure.slice(0, MAX_FAILURE_CHARACTERS),
      hasFile,
    ]);
  }

  noteTrialDatabase(name: string | null): Promise<unknown> {
    return this.change('trial_database = $1', [name]);
  }

  /** @param fault undefined: the trial has succeeded. */
  tried(fault: TrialFault | undefined): Promise<unknown> {
    if (!fault) {
      return this.change(`restored_at = now(), restore_failure = '', untried_restore = ''`, []);
    }
    const reason = fault.reason.slice(0, MAX_FAILURE_CHARACTERS);
    // That an earlier one could not be restored is true until one is.
    return fault.isOfBackup
      ? this.change(`restore_failure = $1, untried_restore = ''`, [reason])
      : this.change('untried_restore = $1', [reason]);
  }

  /** An operator says that a copy and its key lie elsewhere. @throws ConflictError before the first good backup */
  async confirm(): Promise<{ before: Confirmation; after: Confirmation }> {
    const before = await this.confirmation();
    if (before.file === null) {
      throw new ConflictError(...sentence('backups.none'));
    }
    await this.change('confirmed_at = now(), confirmed_key = good_key', []);
    return { before, after: await this.confirmation() };
  }

  private async confirmation(): Promise<Confirmation> {
    const { confirmedAt, good } = await this.read();
    return { confirmed_at: confirmedAt?.toISOString() ?? null, file: good?.file ?? null };
  }

  private change(assignments: string, parameters: readonly unknown[]): Promise<unknown> {
    return this.database.manager.query(`UPDATE nightly_backup SET ${assignments}`, [...parameters]);
  }
}

type Row = Omit<NightlyState, 'good'> &
  (
    | { readonly goodAt: null; goodFile: null; goodBytes: null; goodKey: null }
    | { readonly goodAt: Date; goodFile: string; goodBytes: string; goodKey: string }
  );

const READ = `
  SELECT now(), nullif(began_at, '-infinity') AS "beganAt", ended_at AS "endedAt", failure,
         good_at AS "goodAt", good_file AS "goodFile", good_bytes AS "goodBytes", good_key AS "goodKey",
         restored_at AS "restoredAt", restore_failure AS "restoreFailure",
         first_good_at AS "firstGoodAt", untried_restore AS "untriedRestore", trial_database AS "trialDatabase",
         CASE WHEN confirmed_key = good_key THEN confirmed_at END AS "confirmedAt"
  FROM nightly_backup`;

/** The first word of a history is another one in each copy, and stays through restarts and failovers. */
const LABEL = `
  SELECT shop_id || '-' || left(encode(sha256(convert_to(
    split_part(current_database_history(), ' ', 1), 'UTF8')), 'hex'), 8) AS label
  FROM shop_identity`;
