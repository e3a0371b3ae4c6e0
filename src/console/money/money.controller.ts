import { Get } from '@nestjs/common';
import { accountShow } from '../../operations/accounts/account.lists.js';
import { balanceShow, ledgerList } from '../../operations/accounts/balance.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { MAX_ITEMS } from '../../operations/lists/page.js';
import type { FormState } from '../../pages/form.js';
import {
  balanceAdjust,
  balanceDeposit,
  type AdjustmentDto,
} from '../../operations/accounts/balance.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { inUtc } from '../http/parameters.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms, type AskedForm } from '../operations/operation-forms.decorator.js';
import { isPaper } from '../shell/paper.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { adjustmentQuestion } from './money-forms.js';
import { MOST_PRINTED, statementPage, statementPaper, type ShownMoney } from './statement-page.js';

type LedgerPage = PageOf<typeof ledgerList>;

const statementOf = (account: string): string => `${account}/statement`;

/** The balance of an account and its statement; deposits and adjustments. */
@ConsoleController('accounts/:account')
@OperationForms<MoneyController>({
  deposits: { operation: balanceDeposit, done: 'deposited', to: statementOf },
  adjustments: {
    operation: balanceAdjust,
    done: 'adjusted',
    to: statementOf,
    question: (page, visit, asked) => page.question(visit, asked),
  },
})
export class MoneyController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly orders: OrderListService,
  ) {}

  @Get('statement')
  @NeedsPermission('balance.read')
  show(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page | Download> {
    const pageOf = async (entries: LedgerPage, period: FormState) =>
      isPaper(visit) && !period.fault
        ? this.paper(visit, id, entries, period)
        : statementPage(visit, await this.shown(visit, id, entries), { period });
    return this.lists.show(ledgerList, visit, pageOf, { id, file: `ledger-${id}` });
  }

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const states = refused && { [refused.name]: refused.state };
    const entries = await this.lists.first(ledgerList, visit, id);
    return statementPage(visit, await this.shown(visit, id, entries), states);
  }

  async question(visit: Visit, { id, input }: AskedForm): Promise<ConfirmQuestion> {
    const balance = await this.lists.read(balanceShow, visit, {}, id);
    const question = adjustmentQuestion(visit, balance, input as AdjustmentDto);
    return { ...question, backTo: statementOf(`accounts/${id}`) };
  }

  /** All entries of a time, up to a number of them. */
  private async paper(
    visit: Visit,
    id: number,
    { items: first, next }: LedgerPage,
    { values = {} }: FormState,
  ): Promise<Page> {
    const items = [...first];
    const time = inUtc(values, visit.conventions.timeZone);
    while (next !== null && items.length < MOST_PRINTED) {
      const limit = String(Math.min(MAX_ITEMS, MOST_PRINTED - items.length));
      const page = await this.lists.first(ledgerList, visit, id, { ...time, cursor: next, limit });
      items.push(...page.items);
      ({ next } = page);
    }
    return statementPaper(visit, await this.shown(visit, id, { items, next }), values);
  }

  private async shown(visit: Visit, id: number, entries: LedgerPage): Promise<ShownMoney> {
    return {
      account: await this.lists.read(accountShow, visit, {}, id),
      balance: await this.lists.read(balanceShow, visit, {}, id),
      entries,
      products: await this.productsOf(visit, id, entries),
    };
  }

  private async productsOf({ caller }: Visit, id: number, { items }: LedgerPage) {
    if (!caller.may('orders.read')) return new Map<string, string>();
    const orders = items.flatMap(({ order_id: orderId }) => orderId ?? []);
    return this.orders.productNames(id, orders);
  }
}
