import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathUuid } from '../../admin/http/path-parts.js';
import { ImportApplications } from '../../admin/imports/import-applications.service.js';
import { ApplyDto } from '../../admin/imports/imports.dto.js';
import { DeclaredLists } from '../../admin/operations/declared-lists.service.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { importChanges, importShow } from '../../operations/catalog/import.lists.js';
import { importCompare, importDiscard } from '../../operations/catalog/import.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import { parametersOf } from '../http/parameters.js';
import { refusedForm, type RefusedForm } from '../http/refused-form.js';
import { formInput } from '../operations/form-input.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { importPage } from './import-page.js';

/** One upload: its progress, its difference, and applying it. */
@ConsoleController('catalog/imports/:import')
@OperationForms<ImportController, string>({
  compare: { operation: importCompare, done: () => ({}) },
  discard: { operation: importDiscard, done: 'discarded', to: () => 'catalog/imports' },
})
export class ImportController {
  constructor(
    private readonly lists: DeclaredLists,
    private readonly applications: ImportApplications,
  ) {}

  @Get()
  @NeedsPermission('catalog.import')
  show(@CurrentVisit() visit: Visit, @PathUuid('import') id: string): Promise<Page | Download> {
    const query = this.queryOf(visit);
    if (query.format !== 'csv') return this.page(visit, id);
    const answer = this.lists.answer(importChanges, { id, query, caller: visit.caller });
    return pageOrFile(answer, 'import', () => this.page(visit, id));
  }

  /** By hand, since it goes on behind the request. */
  @Post('apply')
  @NeedsPermission('catalog.import')
  async apply(
    @CurrentVisit() visit: Visit,
    @PathUuid('import') id: string,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const asked = checkedInput(ApplyDto, formInput(ApplyDto, form, visit.conventions));
      const { difference, accept_unusual: acceptUnusual } = asked;
      const seen = { id, difference, acceptUnusual };
      return this.applications.applyBehind(seen, key, visit.caller);
    });
    if (!fault) return new SeeOther(`catalog/imports/${id}`);
    return this.page(visit, id, refusedForm('apply', form, fault));
  }

  async page(visit: Visit, id: string, refused?: RefusedForm<string>): Promise<Page> {
    const { caller } = visit;
    const upload = await this.lists.read(importShow, { id, query: {}, caller });
    const query = this.queryOf(visit);
    const changes =
      upload.difference && (await this.lists.page(importChanges, { id, query, caller }));
    return importPage(visit, { upload, changes }, refused);
  }

  private queryOf({ query }: Visit) {
    const asked = parametersOf(query, [...LIST_PARAMETERS, 'kind']);
    return checkedInput(importChanges.query, asked);
  }
}
