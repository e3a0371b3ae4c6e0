import { canonicalText } from '../../common/text.js';
import { stockList } from '../../operations/stock/stock.lists.js';
import { stockAdd, type AddedCodesDto } from '../../operations/stock/stock.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { stockAddress, toldAdded } from './stock-page.js';
import { stocksPage } from './stocks-page.js';

const named = (form: FormValues): string => canonicalText(form.text('name'));

/** The stocks of codes. */
@ConsoleController('stock')
@ListPage<typeof stockList, StocksController>(stockList, {
  '': {
    operation: stockAdd,
    thing: named,
    done: (answer) => toldAdded(answer as AddedCodesDto),
    to: (_, __, form) => stockAddress(named(form)),
  },
})
export class StocksController {
  shown(visit: Visit, { found, refused }: Listed<typeof stockList>): Page {
    return stocksPage(visit, found, refused?.state);
  }
}
