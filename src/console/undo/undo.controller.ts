import { Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { idOf } from '../../admin/http/path-parts.js';
import { ChangedSinceError, undo } from '../../operations/shop/undo.operation.js';
import { consolePageOf } from '../access/sign-in-pages.js';
import { stayedOf } from '../audit/changed-values-table.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import { UNDONE } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { notUndonePage } from './not-undone-page.js';

/** Undoes a change where the page that tells of it offers that: one's own, for a minute. */
@ConsoleController('undo')
export class UndoController {
  constructor(
    private readonly operations: FormOperations,
    private readonly lists: ConsoleLists,
  ) {}

  @Post()
  @NeedsPermission('any')
  async undo(@Sent() { visit, form }: SentForm): Promise<Page | SeeOther> {
    const backTo = consolePageOf(`/console/${form.text('page')}`);
    const id = idOf(form.text('entry'));
    try {
      await this.operations.change(undo, visit.caller, { id, input: {} });
      return new SeeOther(backTo, { done: UNDONE });
    } catch (error) {
      const fault = formFault(error);
      // The operator has just changed the same.
      const stayed =
        error instanceof ChangedSinceError
          ? await stayedOf(this.lists, visit, id, error.taken)
          : undefined;
      return notUndonePage(visit, { id, backTo, fault, stayed });
    }
  }
}
