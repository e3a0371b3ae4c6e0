import { Get } from '@nestjs/common';
import { CatalogExportStream } from '../../catalog/import/catalog-export-stream.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { Parameters } from '../http/query.js';
import { CatalogFileDto, ExportQuery } from './imports.dto.js';

const TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' };

@AdminController('Catalog imports')
export class ExportsController {
  constructor(private readonly exports: CatalogExportStream) {}

  @Get('catalog-export')
  @AdminRoute({
    name: 'catalog-export',
    permission: 'catalog.read',
    summary: 'The whole catalog with base prices, in a file that can be imported',
    query: ExportQuery,
    answer: CatalogFileDto,
  })
  export(
    @CurrentOperator() caller: Caller,
    @Parameters(ExportQuery) { format = 'json' }: ExportQuery,
  ): StreamedAnswer {
    const parts = this.exports.parts.bind(this.exports, format);
    return new StreamedAnswer(TYPES[format], () => whileAdmitted(parts(), caller));
  }
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
