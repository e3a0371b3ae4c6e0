import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { ACCOUNT_SHAPE } from '../../operations/accounts/account.operations.js';
import { BalanceService } from '../../account/ledger/balance.service.js';
import { ledgerList } from '../../operations/accounts/balance.lists.js';
import type { PageOf } from '../../operations/lists/list.js';
import { MAX_ITEMS } from '../../operations/lists/page.js';
import type { FormState } from '../../pages/form.js';
import {
  balanceAdjust,
  balanceDeposit,
  BALANCE_SHAPE,
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
import { adjustmentQuestion } from './adjustment-question.js';
import type { MoneyFormStates } from './money-forms.js';
import { statementPage, type ShownMoney } from './statement-page.js';
import { MOST_PRINTED, statementPaper } from './statement-paper.js';

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
    private readonly accounts: AccountService,
    private readonly balances: BalanceService,
    private readonly lists: ConsoleLists,
    private readonly orders: OrderListService,
  ) {}

  @Get('statement')
  @NeedsPermission('balance.read')
  show(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page | Download> {
    const pageOf = (entries: LedgerPage, period: FormState) =>
      isPaper(visit) && !period.fault
        ? this.paper(visit, id, entries, period)
        : this.statement(visit, id, entries, { period });
    return this.lists.show(ledgerList, visit, pageOf, { id, file: `ledger-${id}` });
  }

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const states = refused && { [refused.name]: refused.state };
    return this.statement(visit, id, await this.lists.first(ledgerList, visit, id), states);
  }

  async question(visit: Visit, { id, input }: AskedForm): Promise<ConfirmQuestion> {
    const balance = BALANCE_SHAPE.of(await this.balances.of(id));
    const question = adjustmentQuestion(visit, balance, input as AdjustmentDto);
    return { ...question, backTo: statementOf(`accounts/${id}`) };
  }

  private async statement(
    visit: Visit,
    id: number,
    entries: LedgerPage,
    forms?: MoneyFormStates,
  ): Promise<Page> {
    return statementPage(visit, await this.shown(visit, id, entries), forms);
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
      account: ACCOUNT_SHAPE.of(await this.accounts.get(id)),
      balance: BALANCE_SHAPE.of(await this.balances.of(id)),
      entries,
      products: await this.productsOf(visit, id, entries),
    };
  }

  private async productsOf(
    { caller }: Visit,
    id: number,
    { items }: LedgerPage,
  ): Promise<ReadonlyMap<string, string>> {
    if (!caller.may('orders.read')) return new Map();
    const orders = items.flatMap(({ order_id: orderId }) => orderId ?? []);
    return this.orders.productNames(id, orders);
  }
}
