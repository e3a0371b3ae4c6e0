import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathUuid } from '../../admin/http/path-parts.js';
import { ImportApplications } from '../../admin/imports/import-applications.service.js';
import { ApplyDto } from '../../admin/imports/imports.dto.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { importChanges, importShow } from '../../operations/catalog/import.lists.js';
import { importCompare, importDiscard } from '../../operations/catalog/import.operations.js';
import { auditList, type AuditEntryDto } from '../../operations/shop/audit.lists.js';
import { takingBackIn, takingBacksSince } from '../../operations/shop/taken-back.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import { LIST_PARAMETERS } from '../http/page-or-file.js';
import { parametersOf } from '../http/parameters.js';
import { refusedForm, type RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { formInput } from '../operations/form-input.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
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
    private readonly lists: ConsoleLists,
    private readonly applications: ImportApplications,
  ) {}

  @Get()
  @NeedsPermission('catalog.import')
  show(@CurrentVisit() visit: Visit, @PathUuid('import') id: string): Promise<Page | Download> {
    const page = () => this.page(visit, id);
    if (visit.query.get('format') !== 'csv') return page();
    return this.lists.show(importChanges, visit, page, { id, file: 'import' });
  }

  /** By hand, since it goes on behind the request. */
  @Post('apply')
  @NeedsPermission('catalog.import')
  async apply(
    @Sent() { visit, form }: SentForm,
    @PathUuid('import') id: string,
    @CurrentFormKey() key: RequestKey,
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
    const upload = await this.lists.read(importShow, visit, {}, id);
    const asked = parametersOf(visit.query, [...LIST_PARAMETERS, 'kind']);
    const changes = upload.difference && (await this.lists.first(importChanges, visit, id, asked));
    const entry = upload.state === 'applied' ? await this.entryOf(visit, id) : undefined;
    const since = entry && (await this.lists.first(auditList, visit, 0, takingBacksSince(entry)));
    const takenBackBy = since && takingBackIn(since.items, entry.id);
    return importPage(visit, { upload, changes, entry, takenBackBy }, refused);
  }

  private async entryOf(visit: Visit, id: string): Promise<AuditEntryDto | undefined> {
    if (!visit.caller.may('audit.read')) return undefined;
    const asked = { target: `import ${id}`, action: 'catalog import' };
    const { items } = await this.lists.first(auditList, visit, 0, asked);
    // It is finished a moment after the upload says that it is applied.
    return items.find(({ outcome }) => outcome === null || outcome === 'done');
  }
}
