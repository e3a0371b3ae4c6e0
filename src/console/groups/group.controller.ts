import { Get, Post } from '@nestjs/common';
import { AccountAdmin } from '../../admin/accounts/account-admin.service.js';
import { NewGroupDto } from '../../admin/accounts/accounts.dto.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { RuleAdmin } from '../../admin/catalog/rule-admin.service.js';
import { PriceRuleSettingDto } from '../../admin/catalog/rules.dto.js';
import { PathId } from '../../admin/http/path-parts.js';
import { checked } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { refusedForm } from '../http/refused-form.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { deletionQuestion, groupPage } from './group-page.js';
import { GroupReading } from './group-reading.service.js';
import type { GroupFormName } from './group-rules.js';

/** One group of accounts. */
@ConsoleController('groups/:group')
export class GroupController {
  constructor(
    private readonly reading: GroupReading,
    private readonly changes: AccountAdmin,
    private readonly rules: RuleAdmin,
  ) {}

  @Get()
  @NeedsPermission('accounts.read')
  async show(@CurrentVisit() visit: Visit, @PathId('group') id: number): Promise<Page> {
    return groupPage(visit, await this.reading.shown(visit, id));
  }

  @Post('rename')
  @NeedsPermission('accounts.edit')
  rename(
    @CurrentVisit() visit: Visit,
    @PathId('group') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const renamed = new SeeOther(`groups/${id}`, { done: 'renamed' });
    return this.after(visit, { id, form, name: 'rename', answer: renamed }, () => {
      const { name } = checked(NewGroupDto, { name: form.text('name') });
      return this.changes.renameGroup(id, name, visit.caller.author);
    });
  }

  @Post('delete')
  @NeedsPermission('accounts.edit')
  async remove(
    @CurrentVisit() visit: Visit,
    @PathId('group') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    if (!form.has(CONFIRMED_FIELD)) {
      return deletionQuestion(visit, (await this.reading.shown(visit, id)).group);
    }
    const deleted = new SeeOther('groups', { done: 'deleted' });
    return this.after(visit, { id, form, name: 'delete', answer: deleted }, () =>
      this.changes.removeGroup(id, visit.caller),
    );
  }

  @Post('price')
  @NeedsPermission('prices.edit')
  setPrice(
    @CurrentVisit() visit: Visit,
    @PathId('group') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const priced = new SeeOther(`groups/${id}`, { done: 'priced' });
    return this.after(visit, { id, form, name: 'price', answer: priced }, () => {
      const rule = { group_id: id, percentage: form.text('percentage') };
      return this.rules.setPrice(checked(PriceRuleSettingDto, rule), visit.caller.author);
    });
  }

  @Post('price/clear')
  @NeedsPermission('prices.edit')
  async clearPrice(@CurrentVisit() visit: Visit, @PathId('group') id: number): Promise<SeeOther> {
    await this.rules.clearPrice({ group_id: id }, visit.caller.author);
    return new SeeOther(`groups/${id}`, { done: 'cleared' });
  }

  private async after(
    visit: Visit,
    { id, form, name, answer }: GroupForm,
    change: () => Promise<unknown>,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(change);
    if (!fault) return answer;
    return groupPage(visit, await this.reading.shown(visit, id), refusedForm(name, form, fault));
  }
}

/** A form of a group that was sent. */
interface GroupForm {
  readonly id: number;
  readonly form: FormValues;
  readonly name: GroupFormName;
  /** After the change. */
  readonly answer: SeeOther;
}
