import { auditEntry, auditItems, auditList } from '../../operations/shop/audit.lists.js';
import { auditTakeBack } from '../../operations/shop/audit.operations.js';
import { takingBackIn, takingBacksSince } from '../../operations/shop/taken-back.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { parametersOf } from '../http/parameters.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { stayedOf, type Stayed } from './changed-values-table.js';
import { entryPage, takingBackQuestion } from './entry-page.js';

/** One change, and how it is taken back. */
@ConsoleController('audit/:entry')
@PageWithForms<EntryController>('audit.read', {
  'take-back': {
    operation: auditTakeBack,
    done: 'took-back',
    question: async (page, visit, { id }) =>
      takingBackQuestion(visit, await page.stayed(visit, id)),
  },
})
export class EntryController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly operations: FormOperations,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const entry = await this.lists.read(auditEntry, visit, {}, id);
    const place = parametersOf(visit.query, ['cursor']);
    const items = await this.lists.first(auditItems, visit, id, place);
    const since = await this.lists.first(auditList, visit, 0, takingBacksSince(entry));
    return entryPage(visit, entry, items, takingBackIn(since.items, entry.id), refused);
  }

  /** What would go back, and what would stay. */
  async stayed(visit: Visit, id: number): Promise<Stayed> {
    const asked = { id, input: { dry_run: true } };
    const taken = await this.operations.change(auditTakeBack, visit.caller, asked);
    return stayedOf(this.lists, visit, id, taken);
  }
}
