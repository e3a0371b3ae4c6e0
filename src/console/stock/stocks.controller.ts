import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { canonicalText } from '../../common/text.js';
import { stockList } from '../../operations/stock/stock.lists.js';
import { stockAdd, type AddedCodesDto } from '../../operations/stock/stock.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { stockAddress, toldAdded } from './stock-parts.js';
import { stocksPage } from './stocks-page.js';

const named = (form: FormValues): string => canonicalText(form.text('name'));

/** The stocks of codes. */
@ConsoleController('stock')
@OperationForms<StocksController>({
  '': {
    operation: stockAdd,
    thing: named,
    done: (answer) => toldAdded(answer as AddedCodesDto),
    to: (_, __, form) => stockAddress(named(form)),
  },
})
export class StocksController {
  constructor(private readonly lists: ConsoleLists) {}

  @Get()
  @NeedsPermission('stock.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(stockList, visit, (found) => stocksPage(visit, found));
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    return stocksPage(visit, await this.lists.first(stockList, visit), refused?.state);
  }
}
