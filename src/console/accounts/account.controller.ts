import { Get, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountAdmin } from '../../admin/accounts/account-admin.service.js';
import { accountShape } from '../../admin/accounts/account-shapes.js';
import { CreditLimitDto } from '../../admin/accounts/accounts.dto.js';
import { MoneyAdmin } from '../../admin/accounts/money-admin.service.js';
import { CurrentTimeLimit } from '../../admin/access/caller.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import { checked } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import {
  accountOverview,
  PART_FIELD,
  suspensionQuestion,
  type AccountForms,
} from './account-page.js';

/** One account: what it is, and whether it may order. */
@ConsoleController('accounts/:account')
export class AccountController {
  constructor(
    private readonly accounts: AccountService,
    private readonly money: MoneyAdmin,
    private readonly changes: AccountAdmin,
  ) {}

  @Get()
  @NeedsPermission('accounts.read')
  show(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page> {
    return this.page(visit, id);
  }

  @Post('suspend')
  @NeedsPermission('accounts.bar')
  async suspend(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const part = form.text(PART_FIELD) === 'orders' ? 'orders' : 'everything';
    if (!form.has(CONFIRMED_FIELD)) {
      return suspensionQuestion(visit, accountShape(await this.accounts.get(id)), part);
    }
    const fault = await faultOf(() => this.changes.suspend(id, part, visit.caller.author));
    if (fault) return this.page(visit, id, { suspension: { fault } });
    return new SeeOther(`accounts/${id}`, { done: 'suspended' });
  }

  @Post('resume')
  @NeedsPermission('accounts.bar')
  async resume(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<SeeOther> {
    await this.changes.suspend(id, 'nothing', visit.caller.author);
    return new SeeOther(`accounts/${id}`, { done: 'resumed' });
  }

  @Post('resume-orders')
  @NeedsPermission('accounts.resume')
  async resumeOrders(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentTimeLimit() timeLimit: AbortSignal,
  ): Promise<Page | SeeOther> {
    const { author } = visit.caller;
    const fault = await faultOf(() => this.changes.resumeOrders(id, author, timeLimit));
    if (fault) return this.page(visit, id, { resumeOrders: { fault } });
    return new SeeOther(`accounts/${id}`, { done: 'orders-resumed' });
  }

  @Post('credit-limit')
  @NeedsPermission('accounts.credit')
  async setCreditLimit(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const given = { credit_limit: form.text('credit_limit') };
      const { credit_limit: limit } = checked(CreditLimitDto, given);
      return this.changes.setCreditLimit(id, limit, visit.caller.author);
    });
    if (fault) return this.page(visit, id, { creditLimit: { values: form.shown, fault } });
    return new SeeOther(`accounts/${id}`, { done: 'credit-limit' });
  }

  private async page(visit: Visit, id: number, forms?: AccountForms): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    const { group_id: groupId } = account;
    const [group] = groupId === null ? [] : await this.accounts.groupsOf([groupId]);
    const balance = visit.caller.may('balance.read') ? await this.money.balance(id) : undefined;
    return accountOverview(visit, { account, group: group?.name, balance }, forms);
  }
}
