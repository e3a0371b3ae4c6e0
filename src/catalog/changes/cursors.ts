import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { lineageOf } from '../../database/revision/history-change.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import type { CatalogView } from '../view/catalog-view.js';
import {
  cursorOf,
  decryptedCursor,
  type ChangesCursor,
  type CursorContext,
  type DecryptedCursor,
} from './changes-cursor.js';

/** The cursor of a view, and the check of those that were given to its audience before. */
export interface ViewCursor {
  readonly text: string;
  readonly decrypt: (earlier: ChangesCursor) => DecryptedCursor;
}

/** Makes and checks cursors by the key that all instances on a database share. */
@Injectable()
export class Cursors {
  private known: { readonly history: string; readonly key: Buffer } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: SoukConfig,
    private readonly database: Database,
    private readonly revisions: RevisionWatch,
  ) {}

  /** @throws TemporarilyUnavailableError (111) if a policy throws; the error of a database that is unavailable */
  async of({ audience, policyDigest: policies, revision }: CatalogView): Promise<ViewCursor> {
    const { history } = this.revisions.fresh ?? (await this.revisions.current());
    const key = await this.keyAt(history);
    const baseUrl = this.config.BASE_URL;
    const context: CursorContext = { audience, policies, lineage: lineageOf(history), baseUrl };
    return {
      text: cursorOf(key, revision, context),
      decrypt: (earlier) => decryptedCursor(key, earlier, context),
    };
  }

  /** Read anew when the history has changed, since that may be another database. */
  private async keyAt(history: string): Promise<Buffer> {
    if (this.known?.history === history) return this.known.key;
    const [row] = await this.database.manager.query<{ key: Buffer }[]>(READ_KEY);
    if (!row) throw new Error('the row of the database history is missing');
    this.known = { history, key: row.key };
    return row.key;
  }
}

const READ_KEY = 'SELECT cursor_key AS key FROM database_history';
