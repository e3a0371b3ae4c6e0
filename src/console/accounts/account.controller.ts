import { accountShow } from '../../operations/accounts/account.lists.js';
import {
  SuspensionDto,
  accountCreditLimit,
  accountResume,
  accountResumeOrders,
  accountSuspend,
} from '../../operations/accounts/account.operations.js';
import { balanceShow } from '../../operations/accounts/balance.lists.js';
import { orderList } from '../../operations/orders/order.lists.js';
import { OperatorError } from '../../common/app-error.js';
import { Reports } from '../../reports/reports.service.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { NamedOrders } from '../order-rows/order-parts.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import {
  accountOverview,
  type ShownAccount,
  PART_FIELD,
  suspensionQuestion,
} from './account-page.js';

/** The last ones. */
const SHOWN_ORDERS = 5;
/** How long the page waits for the sales of its account, of which there may be very many. */
const SALES_TIMEOUT_MS = 1_000;

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
    private readonly lists: ConsoleLists,
    private readonly reports: Reports,
    private readonly naming: ThingNaming,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const account = await this.lists.read(accountShow, visit, {}, id);
    const { groups } = await this.naming.of({ groups: [account.group_id] });
    const group = groups.get(account.group_id ?? 0);
    const mayRead = visit.caller.may('balance.read');
    const balance = mayRead ? await this.lists.read(balanceShow, visit, {}, id) : undefined;
    const latest = visit.caller.may('orders.read') ? await this.latest(visit, id) : undefined;
    const sold = visit.caller.may('reports.read') ? await this.sold(visit, id) : undefined;
    return accountOverview(visit, { account, group, balance, latest, sold }, refused);
  }

  private async sold({ conventions }: Visit, accountId: number): Promise<ShownAccount['sold']> {
    const { timeZone } = conventions;
    const asked = { by: 'account', accountId, timeZone, limit: 1, withCosts: false } as const;
    try {
      return (await this.reports.sales({ ...asked, withinMs: SALES_TIMEOUT_MS })).total;
    } catch (error) {
      if (error instanceof OperatorError) return 'too-many';
      throw error;
    }
  }

  private async latest(visit: Visit, id: number): Promise<NamedOrders> {
    const asked = { account_id: String(id), limit: String(SHOWN_ORDERS) };
    const { items } = await this.lists.first(orderList, visit, 0, asked);
    return { orders: items, names: await this.naming.ofOrders(items, visit.caller) };
  }
}
