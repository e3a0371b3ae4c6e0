import { Get, Post } from '@nestjs/common';
import { UploadedImports } from '../../catalog/import/uploaded/uploaded-imports.service.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery, PageQuery } from '../../operations/lists/page.js';
import { PathUuid } from '../../admin/http/path-parts.js';
import { ImportAdmin } from '../../admin/imports/import-admin.service.js';
import { ImportApplications } from '../../admin/imports/import-applications.service.js';
import { importChangePage, IMPORT_CHANGES_FILE } from '../../admin/imports/import-lists.js';
import { importShape } from '../../admin/imports/import-shapes.js';
import { ApplyDto } from '../../admin/imports/imports.dto.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import type { FormFault } from '../../pages/form.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { importPage } from './import-page.js';

/** One upload: its progress, its difference, and applying it. */
@ConsoleController('catalog/imports/:import')
export class ImportController {
  constructor(
    private readonly imports: UploadedImports,
    private readonly changes: ImportAdmin,
    private readonly files: ListFiles,
    private readonly applications: ImportApplications,
  ) {}

  @Get()
  @NeedsPermission('catalog.import')
  async show(
    @CurrentVisit() visit: Visit,
    @PathUuid('import') id: string,
  ): Promise<Page | Download> {
    const query = checkedInput(ListQuery, parametersOf(visit.query, LIST_PARAMETERS));
    if (query.format !== 'csv') return this.page(visit, id);
    const answer = this.files.answer(IMPORT_CHANGES_FILE, query, visit.caller, (part) =>
      importChangePage(this.imports, id, part),
    );
    return pageOrFile(answer, 'import', () => this.page(visit, id));
  }

  @Post('apply')
  @NeedsPermission('catalog.import')
  async apply(
    @CurrentVisit() visit: Visit,
    @PathUuid('import') id: string,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const { difference } = checkedInput(ApplyDto, form.given('difference'));
      const { caller } = visit;
      const assertStillAdmitted = () => caller.assertStillAdmitted();
      const by = { author: caller.author, assertStillAdmitted };
      return this.applications.applyBehind({ id, difference }, key, by);
    });
    return fault ? this.page(visit, id, fault) : new SeeOther(`catalog/imports/${id}`);
  }

  @Post('compare')
  @NeedsPermission('catalog.import')
  async compare(
    @CurrentVisit() visit: Visit,
    @PathUuid('import') id: string,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => this.changes.compareAgain(id, visit.caller.author));
    return fault ? this.page(visit, id, fault) : new SeeOther(`catalog/imports/${id}`);
  }

  @Post('discard')
  @NeedsPermission('catalog.import')
  async discard(@CurrentVisit() visit: Visit, @PathUuid('import') id: string): Promise<SeeOther> {
    await this.changes.discard(id, visit.caller.author);
    return new SeeOther('catalog/imports', { done: 'discarded' });
  }

  private async page(visit: Visit, id: string, fault?: FormFault): Promise<Page> {
    const upload = importShape(await this.imports.get(id));
    const query = checkedInput(PageQuery, parametersOf(visit.query, ['cursor']));
    const changes = upload.difference && (await importChangePage(this.imports, id, query));
    return importPage(visit, { upload, changes }, fault);
  }
}
