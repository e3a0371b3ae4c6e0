import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { RuleAdmin } from '../../admin/catalog/rule-admin.service.js';
import { PriceRuleSettingDto } from '../../admin/catalog/rules.dto.js';
import { PathId } from '../../admin/http/path-parts.js';
import { groupDelete, groupRename } from '../../operations/accounts/group.operations.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { refusedForm, type RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { deletionQuestion, groupPage } from './group-page.js';
import { GroupReading } from './group-reading.service.js';

/** One group of accounts. */
@ConsoleController('groups/:group')
@OperationForms<GroupController>({
  rename: { operation: groupRename, done: 'renamed' },
  delete: {
    operation: groupDelete,
    done: 'deleted',
    to: () => 'groups',
    question: async ({ reading }, visit, { id }) =>
      deletionQuestion(visit, (await reading.shown(visit, id)).group),
  },
})
export class GroupController {
  constructor(
    private readonly reading: GroupReading,
    private readonly rules: RuleAdmin,
    readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('accounts.read')
  show(@CurrentVisit() visit: Visit, @PathId('group') id: number): Promise<Page> {
    return this.page(visit, id);
  }

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    return groupPage(visit, await this.reading.shown(visit, id), refused);
  }

  @Post('price')
  @NeedsPermission('prices.edit')
  async setPrice(
    @CurrentVisit() visit: Visit,
    @PathId('group') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const rule = { group_id: id, percentage: form.text('percentage') };
      return this.rules.setPrice(checkedInput(PriceRuleSettingDto, rule), visit.caller.author);
    });
    if (fault) return this.page(visit, id, refusedForm('price', form, fault));
    return new SeeOther(`groups/${id}`, { done: 'priced' });
  }

  @Post('price/clear')
  @NeedsPermission('prices.edit')
  async clearPrice(@CurrentVisit() visit: Visit, @PathId('group') id: number): Promise<SeeOther> {
    await this.rules.clearPrice({ group_id: id }, visit.caller.author);
    return new SeeOther(`groups/${id}`, { done: 'cleared' });
  }
}
