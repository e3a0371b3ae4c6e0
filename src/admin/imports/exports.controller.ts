import { Get } from '@nestjs/common';
import { CatalogExportStream } from '../../catalog/import/catalog-export-stream.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { Parameters } from '../http/query.js';
import { catalogFile } from './catalog-file.js';
import { CatalogFileDto, ExportQuery } from './imports.dto.js';

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
    return catalogFile(this.exports, format, caller);
  }
}
