import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { InvitationShapes } from '../../admin/people/invitation-shapes.js';
import { operatorPage, OPERATORS_FILE } from '../../admin/people/operator-lists.js';
import { NewOperatorDto } from '../../admin/people/operators.dto.js';
import { OperatorManagement } from '../../operators/management/operator-management.service.js';
import type { FormState } from '../../pages/form.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { operatorsPage } from './operators-page.js';
import { invitedPage } from './shown-once-pages.js';

/** The people who run the shop. */
@ConsoleController('operators')
export class OperatorsController {
  constructor(
    private readonly operators: OperatorManagement,
    private readonly invitations: InvitationShapes,
    private readonly files: ListFiles,
  ) {}

  @Get()
  @NeedsPermission('operators.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const query = checkedInput(ListQuery, parametersOf(visit.query, LIST_PARAMETERS));
    const answer = this.files.answer(OPERATORS_FILE, query, visit.caller, (part) =>
      operatorPage(this.operators, part),
    );
    return pageOrFile(answer, 'operators', (found) => operatorsPage(visit, {}, found));
  }

  @Post()
  @NeedsPermission('operators.edit')
  async create(@CurrentVisit() visit: Visit, @CurrentForm() form: FormValues): Promise<Page> {
    try {
      const { name, role } = checkedInput(NewOperatorDto, form.given('name', 'role'));
      const made = await this.operators.create(name, role, visit.caller.author);
      return invitedPage(visit, this.invitations.of(made));
    } catch (error) {
      return this.page(visit, { values: form.shown, fault: formFault(error) });
    }
  }

  private async page(visit: Visit, state: FormState): Promise<Page> {
    return operatorsPage(visit, state, await operatorPage(this.operators, {}));
  }
}
