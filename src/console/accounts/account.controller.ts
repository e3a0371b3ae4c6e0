import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { MoneyAdmin } from '../../admin/accounts/money-admin.service.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import {
  accountCreditLimit,
  accountResume,
  accountResumeOrders,
  accountShape,
  accountSuspend,
} from '../../operations/accounts/account.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { accountOverview, PART_FIELD, suspensionQuestion } from './account-page.js';

/** One account: what it is, and whether it may order. */
@ConsoleController('accounts/:account')
@OperationForms<AccountController>({
  suspend: {
    operation: accountSuspend,
    done: 'suspended',
    input: (form) => ({ orders_only: form.text(PART_FIELD) === 'orders' }),
    question: async ({ accounts }, visit, { id, input }) =>
      suspensionQuestion(visit, accountShape(await accounts.get(id)), input),
  },
  resume: { operation: accountResume, done: 'resumed' },
  'resume-orders': { operation: accountResumeOrders, done: 'orders-resumed' },
  'credit-limit': { operation: accountCreditLimit, done: 'credit-limit' },
})
export class AccountController {
  constructor(
    private readonly accounts: AccountService,
    private readonly money: MoneyAdmin,
    readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('accounts.read')
  show(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page> {
    return this.page(visit, id);
  }

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    const { group_id: groupId } = account;
    const [group] = groupId === null ? [] : await this.accounts.groupsOf([groupId]);
    const balance = visit.caller.may('balance.read') ? await this.money.balance(id) : undefined;
    return accountOverview(visit, { account, group: group?.name, balance }, refused);
  }
}
