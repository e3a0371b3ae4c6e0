import { Get, Post, Req } from '@nestjs/common';
import { catalogCsvHeader } from '../../catalog/import/catalog-csv.js';
import { CatalogExportStream } from '../../catalog/import/catalog-export-stream.js';
import { turnOf } from '../../admin/access/caller.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { WordField } from '../../operations/fields/fields.js';
import { ReceivesFile } from '../../admin/http/request-slots.interceptor.js';
import { catalogFile } from '../../admin/imports/catalog-file.js';
import { ImportUploads, type ArrivingFile } from '../../admin/imports/import-uploads.service.js';
import { UploadQuery } from '../../admin/imports/imports.dto.js';
import { given } from '../../operations/given.js';
import type { ImportDto } from '../../operations/catalog/import.answers.js';
import { importList } from '../../operations/catalog/import.lists.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit, type ConsoleRequest } from '../visit/visit.js';
import { arrivingForm, forgetRest, type ArrivingForm } from './arriving-form.js';
import { fileFormOf, uploadName } from './file-form.js';
import { importsPage } from './imports-page.js';

const CSV_TYPE = 'text/csv; charset=utf-8';

/** The file that is saved: the catalog, or a CSV with the names of its columns alone. */
class FileQuery {
  @WordField(['json', 'csv', 'template'], { optional: true })
  format?: 'json' | 'csv' | 'template';
}

/** Uploads of catalogs, and the catalog as a file. */
@ConsoleController('catalog')
export class ImportsController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly changes: ImportUploads,
    private readonly exports: CatalogExportStream,
  ) {}

  @Get('imports')
  @NeedsPermission('catalog.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page> {
    return importsPage(visit, await this.uploads(visit));
  }

  @Post('imports')
  @NeedsPermission('catalog.import')
  @ReceivesFile()
  async upload(
    @CurrentVisit() visit: Visit,
    @Req() request: ConsoleRequest,
  ): Promise<Page | SeeOther> {
    let form: ArrivingForm | undefined;
    try {
      form = await arrivingForm(request);
      const { id } = await this.uploaded(visit, form, turnOf(request));
      return new SeeOther(`catalog/imports/${id}`);
    } catch (error) {
      const state = { values: form?.values ?? {}, fault: formFault(error) };
      const uploads = await turnOf(request)(() => this.uploads(visit));
      return importsPage(visit, uploads, state);
    } finally {
      forgetRest(request);
    }
  }

  @Get('export')
  @NeedsPermission('catalog.read')
  export(@CurrentVisit() visit: Visit): Download {
    const query = checkedInput(FileQuery, parametersOf(visit.query, ['format']));
    const { format = 'json' } = query;
    if (format === 'template') {
      const parts = function* () {
        yield catalogCsvHeader();
      };
      return new Download('catalog-template.csv', new StreamedAnswer(CSV_TYPE, parts));
    }
    return new Download(`catalog.${format}`, catalogFile(this.exports, format, visit.caller));
  }

  private uploaded(
    { caller }: Visit,
    { values, fileName, pieces }: ArrivingForm,
    inTurn: ArrivingFile['inTurn'],
  ): Promise<ImportDto> {
    const name = uploadName(fileName) || undefined;
    const { separator, hide_missing } = values;
    const query = checkedInput(UploadQuery, given({ name, separator, hide_missing }));
    const assertStillAdmitted = () => caller.assertStillAdmitted();
    const file = { pieces, form: fileFormOf(fileName), inTurn, assertStillAdmitted };
    return this.changes.upload(file, query, caller.author);
  }

  private async uploads(visit: Visit): Promise<ImportDto[]> {
    if (!visit.caller.may('catalog.import')) return [];
    return (await this.lists.read(importList, visit, {})).items;
  }
}
