import { Get, Post } from '@nestjs/common';
import { CatalogExportStream } from '../../catalog/import/catalog-export-stream.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { IMPORT, type ImportDto } from '../../operations/catalog/import.answers.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PathUuid } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { CurrentFile, FILE_TYPES } from './arriving-file.js';
import { catalogFile } from './catalog-file.js';
import { ImportApplications } from './import-applications.service.js';
import { ImportUploads, type ArrivingFile } from './import-uploads.service.js';
import { ApplyDto, CATALOG_FILE, ExportQuery, UploadQuery } from './imports.dto.js';

/**
 * What is no operation: a file that arrives, one that is sent, and a difference that is applied, since the console does that behind
 * its request, and the upload says meanwhile that it is being applied.
 */
@AdminController('Catalog imports')
export class ImportsController {
  constructor(
    private readonly uploads: ImportUploads,
    private readonly applications: ImportApplications,
    private readonly exports: CatalogExportStream,
  ) {}

  @Post('catalog-imports')
  @AdminRoute({
    name: 'catalog-upload',
    permission: 'catalog.import',
    summary: 'Upload a catalog or a price list, which is then read and compared',
    description: 'Nothing of the catalog changes. The file has 134,217,728 bytes at most.',
    status: 201,
    file: FILE_TYPES,
    query: UploadQuery,
    answer: IMPORT.type,
  })
  upload(
    @CurrentOperator() { author }: Caller,
    @Parameters(UploadQuery) query: UploadQuery,
    @CurrentFile() file: ArrivingFile,
  ): Promise<ImportDto> {
    return this.uploads.upload(file, query, author);
  }

  @Post('catalog-imports/:uuid/apply')
  @AdminRoute({
    name: 'catalog-import-apply',
    permission: 'catalog.import',
    summary: 'Apply a difference exactly as it was shown, or change nothing',
    body: ApplyDto,
    answer: IMPORT.type,
    needsIdempotencyKey: true,
  })
  apply(
    @CurrentOperator() { author }: Caller,
    @PathUuid('uuid') id: string,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(ApplyDto) { difference, accept_unusual: acceptUnusual }: ApplyDto,
  ): Promise<ImportDto> {
    return this.applications.apply({ id, difference, acceptUnusual }, key, author);
  }

  @Get('catalog-export')
  @AdminRoute({
    name: 'catalog-export',
    permission: 'catalog.read',
    summary: 'The whole catalog with base prices, in a file that can be imported',
    query: ExportQuery,
    answer: CATALOG_FILE,
  })
  export(
    @CurrentOperator() caller: Caller,
    @Parameters(ExportQuery) { format = 'json' }: ExportQuery,
  ): StreamedAnswer {
    return catalogFile(this.exports, format, caller);
  }
}
