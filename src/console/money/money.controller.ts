import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { accountShape } from '../../operations/accounts/account.operations.js';
import { LEDGER_FILE, MoneyAdmin } from '../../admin/accounts/money-admin.service.js';
import {
  balanceAdjust,
  balanceDeposit,
  type AdjustmentDto,
} from '../../operations/accounts/balance.operations.js';
import { LedgerQuery, type LedgerPageDto } from '../../admin/accounts/money.dto.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { PathId } from '../../admin/http/path-parts.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { checked, inUtc, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { OperationForms, type AskedForm } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { adjustmentQuestion } from './adjustment-question.js';
import type { MoneyFormStates } from './money-forms.js';
import { statementPage } from './statement-page.js';

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
    private readonly money: MoneyAdmin,
    private readonly files: ListFiles,
    private readonly orders: OrderListService,
    readonly forms: FormOperations,
  ) {}

  @Get('statement')
  @NeedsPermission('balance.read')
  async show(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
  ): Promise<Page | Download> {
    const values = parametersOf(visit.query, ['from', 'to']);
    const paging = parametersOf(visit.query, LIST_PARAMETERS);
    try {
      const query = checked(LedgerQuery, { ...inUtc(values), ...paging });
      const answer = this.files.answer(LEDGER_FILE, query, visit.caller, (part) =>
        this.money.entries(id, part),
      );
      return await pageOrFile(answer, `ledger-${id}`, (entries) =>
        this.statement(visit, id, entries, { period: { values } }),
      );
    } catch (error) {
      const period = { values, fault: formFault(error) };
      return this.statement(visit, id, { items: [], next: null }, { period });
    }
  }

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const states = refused && { [refused.name]: refused.state };
    return this.statement(visit, id, await this.money.entries(id, {}), states);
  }

  async question(visit: Visit, { id, input, formKey }: AskedForm): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    const balance = await this.money.balance(id);
    const asked = input as AdjustmentDto;
    return adjustmentQuestion(visit, { account, balance, asked, formKey });
  }

  private async statement(
    visit: Visit,
    id: number,
    entries: LedgerPageDto,
    forms?: MoneyFormStates,
  ): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    const balance = await this.money.balance(id);
    const products = await this.productsOf(visit, id, entries);
    return statementPage(visit, { account, balance, entries, products }, forms);
  }

  private async productsOf(
    { caller }: Visit,
    id: number,
    { items }: LedgerPageDto,
  ): Promise<ReadonlyMap<string, string>> {
    if (!caller.may('orders.read')) return new Map();
    const orders = items.flatMap(({ order_id: orderId }) => orderId ?? []);
    return this.orders.productNames(id, orders);
  }
}
