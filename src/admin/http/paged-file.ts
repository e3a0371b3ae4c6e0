import { csvHeader, csvRow, type CsvColumns } from '../../common/csv.js';
import type { FairQueue } from '../../common/fair-queue.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type { Permission } from '../../operators/permissions/permissions.js';
import type { Caller } from '../access/caller.js';

/** Rows that are read at once. */
const ROWS_OF_PART = 100;

/** A list as a file. */
export interface FileSource<Place> {
  readonly columns: CsvColumns;
  /** Of the list; a slow file may take hours, so it is asked for before each part but the first. */
  readonly permission: Permission;
  /** At most `limit` rows behind the place, and where the next ones begin; null at the end. */
  readonly read: (
    after: Place | undefined,
    limit: number,
  ) => Promise<{ readonly rows: readonly object[]; readonly next: Place | null }>;
}

/**
 * A whole list as one CSV, whose parts are read while it is sent.
 * @param turns in which the parts of files are read, by operator.
 */
export function pagedFile<Place>(
  { columns, permission, read }: FileSource<Place>,
  turns: FairQueue<number>,
  caller: Caller,
): StreamedAnswer {
  async function* parts(): AsyncGenerator<string> {
    let after: Place | undefined;
    yield csvHeader(columns);
    for (;;) {
      const place = after;
      const { rows, next } = await turns.run(caller.principal.operatorId, () =>
        read(place, ROWS_OF_PART),
      );
      yield rows.map((row) => csvRow(columns, row)).join('');
      if (next === null) return;
      after = next;
      await caller.assertStillMay(permission);
    }
  }
  return new StreamedAnswer('text/csv; charset=utf-8', parts);
}
