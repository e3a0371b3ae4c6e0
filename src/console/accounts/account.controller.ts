import { AccountService } from '../../account/account.service.js';
import { BalanceService } from '../../account/ledger/balance.service.js';
import { BALANCE_SHAPE } from '../../operations/accounts/balance.operations.js';
import {
  SuspensionDto,
  accountCreditLimit,
  accountResume,
  accountResumeOrders,
  ACCOUNT_SHAPE,
  accountSuspend,
} from '../../operations/accounts/account.operations.js';
import type { ShopOrderDto } from '../../operations/orders/order.answers.js';
import { orderList } from '../../operations/orders/order.lists.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { accountOverview, PART_FIELD, suspensionQuestion } from './account-page.js';

/** The last ones. */
const SHOWN_ORDERS = 5;

/** One account: what it is, and whether it may order. */
@ConsoleController('accounts/:account')
@PageWithForms<AccountController>('accounts.read', {
  suspend: {
    operation: accountSuspend,
    done: 'suspended',
    input: (form) => ({ orders_only: form.text(PART_FIELD) === 'orders' }),
    question: (_, visit, { input }) =>
      suspensionQuestion(visit, (input as SuspensionDto).orders_only ? 'orders' : 'everything'),
  },
  resume: { operation: accountResume, done: 'resumed' },
  'resume-orders': { operation: accountResumeOrders, done: 'orders-resumed' },
  'credit-limit': { operation: accountCreditLimit, done: 'credit-limit' },
})
export class AccountController {
  constructor(
    private readonly accounts: AccountService,
    private readonly balances: BalanceService,
    private readonly lists: ConsoleLists,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const account = ACCOUNT_SHAPE.of(await this.accounts.get(id));
    const { group_id: groupId } = account;
    const [group] = groupId === null ? [] : await this.accounts.groupsOf([groupId]);
    const mayRead = visit.caller.may('balance.read');
    const balance = mayRead ? BALANCE_SHAPE.of(await this.balances.of(id)) : undefined;
    const latest = visit.caller.may('orders.read') ? await this.latest(visit, id) : undefined;
    return accountOverview(visit, { account, group: group?.name, balance, latest }, refused);
  }

  private async latest(visit: Visit, id: number): Promise<readonly ShopOrderDto[]> {
    const asked = { account_id: String(id), limit: String(SHOWN_ORDERS) };
    return (await this.lists.first(orderList, visit, 0, asked)).items;
  }
}
