import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { operatorList } from '../../operations/people/operator.lists.js';
import {
  operatorCreate,
  type InvitedOperatorDto,
} from '../../operations/people/operator.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { operatorsPage } from './operators-page.js';
import { invitedPage } from './shown-once-pages.js';

/** The people who run the shop. */
@ConsoleController('operators')
@OperationForms<OperatorsController>({
  '': {
    operation: operatorCreate,
    done: 'created',
    shows: (_, visit) => (made) => invitedPage(visit, made as InvitedOperatorDto),
  },
})
export class OperatorsController {
  constructor(private readonly lists: ConsoleLists) {}

  @Get()
  @NeedsPermission('operators.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(operatorList, visit, (found) => operatorsPage(visit, {}, found));
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    const found = await this.lists.first(operatorList, visit);
    return operatorsPage(visit, refused?.state ?? {}, found);
  }
}
