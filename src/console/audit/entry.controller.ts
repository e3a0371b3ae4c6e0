import { Get, Param } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { idOf } from '../../admin/http/path-parts.js';
import { DeclaredLists } from '../../admin/operations/declared-lists.service.js';
import { auditEntry, auditItems } from '../../operations/shop/audit.lists.js';
import { auditTakeBack } from '../../operations/shop/audit.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { entryPage, takingBackQuestion } from './entry-page.js';

/** One change, and how it is taken back. */
@ConsoleController('audit/:entry')
@OperationForms<EntryController>({
  'take-back': {
    operation: auditTakeBack,
    done: 'took-back',
    question: async (page, visit, { id }) =>
      takingBackQuestion(visit, await page.preview(visit, id)),
  },
})
export class EntryController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly readings: DeclaredLists,
    private readonly operations: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('audit.read')
  async show(
    @CurrentVisit() visit: Visit,
    @Param('entry') entry: string,
  ): Promise<Page | Download> {
    const id = idOf(entry);
    const shown = await this.entry(visit, id);
    const file = `change-${id}`;
    return this.lists.show(auditItems, visit, (found) => entryPage(visit, shown, found), {
      id,
      file,
    });
  }

  /** The page with what was refused. */
  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const items = await this.lists.first(auditItems, visit, id);
    return entryPage(visit, await this.entry(visit, id), items, refused);
  }

  /** What would go back. */
  preview({ caller }: Visit, id: number) {
    return this.operations.change(auditTakeBack, caller, { id, input: { dry_run: true } });
  }

  private entry({ caller }: Visit, id: number) {
    return this.readings.read(auditEntry, { id, query: {}, caller, signal: undefined });
  }
}
