import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathText } from '../../admin/http/path-parts.js';
import { StockAdmin, STOCKS_FILE } from '../../admin/stock/stock-admin.service.js';
import {
  NewCodesDto,
  ReleaseDto,
  WarnBelowDto,
  WithdrawalDto,
  type AddedCodesDto,
  type ReleasedDto,
} from '../../admin/stock/stocks.dto.js';
import { WithdrawalAdmin } from '../../admin/stock/withdrawal-admin.service.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { canonicalText } from '../../common/text.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentFormKey } from '../http/form-key.js';
import { faultOf, formFault } from '../http/form-fault.js';
import { numberOrText } from '../http/form-numbers.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { stockPage, type StockForms } from './stock-page.js';
import { stockAddress } from './stock-parts.js';
import { withdrawnPage } from './withdrawal.js';
import { stocksPage } from './stocks-page.js';

/** The stocks of codes. No page shows a code that is in stock; only the answer of a withdrawal shows those that were. */
@ConsoleController('stock')
export class StockController {
  constructor(
    private readonly stocks: StockAdmin,
    private readonly files: ListFiles,
    private readonly withdrawals: WithdrawalAdmin,
  ) {}

  @Get()
  @NeedsPermission('stock.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const query = checkedInput(ListQuery, parametersOf(visit.query, LIST_PARAMETERS));
    const answer = this.files.answer(STOCKS_FILE, query, visit.caller, (part) =>
      this.stocks.page(part),
    );
    return pageOrFile(answer, 'stocks', (found) => stocksPage(visit, found));
  }

  /** Adds codes to a stock that is named in the form. */
  @Post()
  @NeedsPermission('stock.import')
  async create(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const name = canonicalText(form.text('name'));
    try {
      return addedTo(name, await this.add(visit, name, form));
    } catch (error) {
      const state = { values: form.shown, fault: formFault(error) };
      return stocksPage(visit, await this.stocks.page({}), state);
    }
  }

  @Get(':stock')
  @NeedsPermission('stock.read')
  show(@CurrentVisit() visit: Visit, @PathText('stock') name: string): Promise<Page> {
    return this.page(visit, name);
  }

  @Post(':stock/codes')
  @NeedsPermission('stock.import')
  async addCodes(
    @CurrentVisit() visit: Visit,
    @PathText('stock') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    try {
      return addedTo(name, await this.add(visit, name, form));
    } catch (error) {
      return this.page(visit, name, { codes: { values: form.shown, fault: formFault(error) } });
    }
  }

  @Post(':stock/warn-below')
  @NeedsPermission('stock.edit')
  async setWarning(
    @CurrentVisit() visit: Visit,
    @PathText('stock') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const given = { warn_below: numberOrText(form.text('warn_below')) };
      const { warn_below: warnBelow } = checkedInput(WarnBelowDto, given);
      return this.stocks.setWarning(name, warnBelow, visit.caller.author);
    });
    if (!fault) return new SeeOther(stockAddress(name), { done: 'warned' });
    return this.page(visit, name, { warning: { values: form.shown, fault } });
  }

  /** The codes are shown by this answer, and by that of the same form sent again. */
  @Post(':stock/withdraw')
  @NeedsPermission('stock.withdraw')
  async withdraw(
    @CurrentVisit() visit: Visit,
    @PathText('stock') name: string,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page> {
    try {
      const { count } = checkedInput(WithdrawalDto, { count: numberOrText(form.text('count')) });
      const { author } = visit.caller;
      return withdrawnPage(visit, await this.withdrawals.withdraw(name, count, key, author));
    } catch (error) {
      return this.page(visit, name, {
        withdrawal: { values: form.shown, fault: formFault(error) },
      });
    }
  }

  /** Its page tells which orders got a code again, so it is no redirection. The same form again changes nothing. */
  @Post(':stock/release')
  @NeedsPermission('stock.edit')
  async release(
    @CurrentVisit() visit: Visit,
    @PathText('stock') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page> {
    const state = { values: form.shown };
    let released: ReleasedDto;
    try {
      const given = { sold: form.lines('sold'), dry_run: form.has('dry_run') };
      released = await this.stocks.release(
        name,
        checkedInput(ReleaseDto, given),
        visit.caller.author,
      );
    } catch (error) {
      return this.page(visit, name, { release: { ...state, fault: formFault(error) } });
    }
    // What was tried is sent again when it is meant.
    return this.page(visit, name, { released, ...(!released.applied && { release: state }) });
  }

  private add({ caller }: Visit, name: string, form: FormValues): Promise<AddedCodesDto> {
    const given = { codes: form.lines('codes'), ...form.given('cost') };
    return this.stocks.addCodes(name, checkedInput(NewCodesDto, given), caller.author);
  }

  private async page(visit: Visit, name: string, forms?: StockForms): Promise<Page> {
    return stockPage(visit, await this.stocks.get(name), forms);
  }
}

function addedTo(name: string, { added, skipped }: AddedCodesDto): SeeOther {
  const counts = { added: String(added), skipped: String(skipped) };
  return new SeeOther(stockAddress(name), { done: 'added', ...counts });
}
