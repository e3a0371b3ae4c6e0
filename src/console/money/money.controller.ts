import { Get, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { accountShape } from '../../admin/accounts/account-shapes.js';
import { LEDGER_FILE, MoneyAdmin } from '../../admin/accounts/money-admin.service.js';
import {
  AdjustmentDto,
  DepositDto,
  LedgerQuery,
  type LedgerPageDto,
} from '../../admin/accounts/money.dto.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { PathId } from '../../admin/http/path-parts.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { checked, inUtc, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf, formFault } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { adjustmentQuestion } from './adjustment-question.js';
import type { MoneyFormStates } from './money-forms.js';
import { statementPage } from './statement-page.js';

/** The balance of an account and its statement; deposits and adjustments. */
@ConsoleController('accounts/:account')
export class MoneyController {
  constructor(
    private readonly accounts: AccountService,
    private readonly money: MoneyAdmin,
    private readonly files: ListFiles,
    private readonly orders: OrderListService,
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
        this.page(visit, id, entries, { period: { values } }),
      );
    } catch (error) {
      const period = { values, fault: formFault(error) };
      return this.page(visit, id, { items: [], next: null }, { period });
    }
  }

  @Post('deposits')
  @NeedsPermission('balance.deposit')
  async deposit(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const given = { amount: form.text('amount'), ...form.given('reference', 'note') };
      return this.money.deposit(id, checked(DepositDto, given), key, visit.caller.author);
    });
    if (!fault) return new SeeOther(`accounts/${id}/statement`, { done: 'deposited' });
    return this.page(visit, id, await this.money.entries(id, {}), {
      deposit: { values: form.shown, fault },
    });
  }

  @Post('adjustments')
  @NeedsPermission('balance.adjust')
  async adjust(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    let question: AdjustmentDto | undefined;
    const fault = await faultOf(() => {
      const texts = { amount: form.text('amount'), reason: form.text('reason') };
      const asked = checked(AdjustmentDto, { ...texts, ...form.given('reference') });
      if (form.has(CONFIRMED_FIELD)) return this.money.adjust(id, asked, key, visit.caller.author);
      question = asked;
      return Promise.resolve();
    });
    if (question) {
      const account = accountShape(await this.accounts.get(id));
      const balance = await this.money.balance(id);
      return adjustmentQuestion(visit, { account, balance, asked: question, formKey: key.key });
    }
    if (!fault) return new SeeOther(`accounts/${id}/statement`, { done: 'adjusted' });
    return this.page(visit, id, await this.money.entries(id, {}), {
      adjustment: { values: form.shown, fault },
    });
  }

  private async page(
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
