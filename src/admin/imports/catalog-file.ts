import type { CatalogExportStream } from '../../catalog/import/catalog-export-stream.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type { Caller } from '../access/caller.js';

const TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' };

/** The whole catalog as a file that can be imported. */
export function catalogFile(
  exports: CatalogExportStream,
  format: keyof typeof TYPES,
  caller: Caller,
): StreamedAnswer {
  return new StreamedAnswer(TYPES[format], () => whileAdmitted(exports.parts(format), caller));
}

/** Asks before each part but the first, because a slow client may take hours. */
async function* whileAdmitted(
  parts: AsyncGenerator<string>,
  caller: Caller,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const part of parts) {
    if (!isFirst) await caller.assertStillMay('catalog.read');
    isFirst = false;
    yield part;
  }
}
