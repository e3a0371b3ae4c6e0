import { Delete, Get, Post } from '@nestjs/common';
import { UploadedImports } from '../../catalog/import/uploaded/uploaded-imports.service.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathUuid } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { CurrentRequestKey, type RequestKey } from '../requests/request-key.js';
import { CurrentFile, FILE_TYPES } from './arriving-file.js';
import { ImportAdmin, type ArrivingFile } from './import-admin.service.js';
import { ImportApplications } from './import-applications.service.js';
import { importChangePage, IMPORT_CHANGES_FILE } from './import-lists.js';
import { importShape } from './import-shapes.js';
import {
  ApplyDto,
  ImportChangePageDto,
  ImportDto,
  ImportListDto,
  UploadQuery,
} from './imports.dto.js';

@AdminController('Catalog imports')
export class ImportsController {
  constructor(
    private readonly imports: UploadedImports,
    private readonly changes: ImportAdmin,
    private readonly files: ListFiles,
    private readonly applications: ImportApplications,
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
    answer: ImportDto,
  })
  upload(
    @CurrentOperator() { author }: Caller,
    @Parameters(UploadQuery) query: UploadQuery,
    @CurrentFile() file: ArrivingFile,
  ): Promise<ImportDto> {
    return this.changes.upload(file, query, author);
  }

  @Get('catalog-imports')
  @AdminRoute({
    name: 'catalog-imports',
    permission: 'catalog.import',
    summary: 'The uploads of the last 24 hours, newest first',
    answer: ImportListDto,
  })
  async list(): Promise<ImportListDto> {
    return { items: (await this.imports.list()).map(importShape), next: null };
  }

  @Get('catalog-imports/:id')
  @AdminRoute({
    name: 'catalog-import',
    permission: 'catalog.import',
    summary: 'One upload: how far it has come, and how much it changes',
    answer: ImportDto,
  })
  async one(@PathUuid('id') id: string): Promise<ImportDto> {
    return importShape(await this.imports.get(id));
  }

  @Get('catalog-imports/:id/changes')
  @AdminRoute({
    name: 'catalog-import-changes',
    permission: 'catalog.import',
    summary: 'The difference of an upload, by category and product',
    query: ListQuery,
    answer: ImportChangePageDto,
  })
  listChanges(
    @CurrentOperator() caller: Caller,
    @PathUuid('id') id: string,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<ImportChangePageDto> | StreamedAnswer {
    return this.files.answer(IMPORT_CHANGES_FILE, query, caller, (part) =>
      importChangePage(this.imports, id, part),
    );
  }

  @Post('catalog-imports/:id/compare')
  @AdminRoute({
    name: 'catalog-import-compare',
    permission: 'catalog.import',
    summary: 'Compare an upload with the present catalog again',
    answer: ImportDto,
  })
  compare(@CurrentOperator() { author }: Caller, @PathUuid('id') id: string): Promise<ImportDto> {
    return this.changes.compareAgain(id, author);
  }

  @Post('catalog-imports/:id/apply')
  @AdminRoute({
    name: 'catalog-import-apply',
    permission: 'catalog.import',
    summary: 'Apply a difference exactly as it was shown, or change nothing',
    body: ApplyDto,
    answer: ImportDto,
    needsIdempotencyKey: true,
  })
  apply(
    @CurrentOperator() { author }: Caller,
    @PathUuid('id') id: string,
    @CurrentRequestKey() key: RequestKey,
    @JsonBody(ApplyDto) { difference }: ApplyDto,
  ): Promise<ImportDto> {
    return this.applications.apply({ id, difference }, key, author);
  }

  @Delete('catalog-imports/:id')
  @AdminRoute({
    name: 'catalog-import-discard',
    permission: 'catalog.import',
    summary: 'Forget an upload; what was applied of it stays',
    answer: ImportDto,
  })
  discard(@CurrentOperator() { author }: Caller, @PathUuid('id') id: string): Promise<ImportDto> {
    return this.changes.discard(id, author);
  }
}
