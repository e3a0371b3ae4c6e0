import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { canonicalText } from '../../common/text.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { stockList } from '../../operations/stock/stock.lists.js';
import { NewCodesDto, stockAdd } from '../../operations/stock/stock.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { formInput } from '../operations/form-input.js';
import { FormOperations } from '../operations/form-operations.service.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { stockAddress, toldAdded } from './stock-parts.js';
import { stocksPage } from './stocks-page.js';

/** The stocks of codes. */
@ConsoleController('stock')
export class StocksController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('stock.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(stockList, visit, (found) => stocksPage(visit, found));
  }

  /** By hand: adds codes to a stock that is named in the form. */
  @Post()
  @NeedsPermission('stock.import')
  async create(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const id = canonicalText(form.text('name'));
    try {
      const input = checkedInput(NewCodesDto, formInput(NewCodesDto, form, false));
      const added = await this.forms.change(stockAdd, visit.caller, { id, input });
      return new SeeOther(stockAddress(id), toldAdded(added));
    } catch (error) {
      const state = { ...form.sent, fault: formFault(error) };
      return stocksPage(visit, await this.lists.first(stockList, visit), state);
    }
  }
}
