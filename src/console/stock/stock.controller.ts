import { Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathText } from '../../admin/http/path-parts.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { WithdrawalAdmin } from '../../admin/stock/withdrawal-admin.service.js';
import { WithdrawalDto } from '../../admin/stock/withdrawal.dto.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import {
  STOCK_SHAPE,
  stockAdd,
  stockRelease,
  stockWarn,
  type AddedCodesDto,
  type ReleasedDto,
} from '../../operations/stock/stock.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import type { RefusedForm } from '../http/refused-form.js';
import { formInput } from '../operations/form-input.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { stockPage, withdrawnPage, toldAdded, type StockForms } from './stock-page.js';

/** A stock of codes. No page shows a code that is in stock; only the answer of a withdrawal shows those that were. */
@ConsoleController('stock/:stock')
@PageWithForms<StockController, string>('stock.read', {
  codes: { operation: stockAdd, done: (answer) => toldAdded(answer as AddedCodesDto) },
  'warn-below': { operation: stockWarn, done: 'warned' },
  // Its page tells which orders got a code again, so it is no redirection. The same form again changes nothing.
  release: {
    operation: stockRelease,
    done: '',
    shows:
      (page, visit, { id, form }) =>
      (answer) => {
        const released = answer as ReleasedDto;
        // What was tried is sent again when it is meant.
        return page.shown(visit, id, {
          released,
          ...(!released.applied && { release: form.sent }),
        });
      },
  },
})
export class StockController {
  constructor(
    private readonly stocks: CodeStockService,
    private readonly withdrawals: WithdrawalAdmin,
  ) {}

  page(visit: Visit, name: string, refused?: RefusedForm<string>): Promise<Page> {
    return this.shown(visit, name, refused && { [refused.name]: refused.state });
  }

  /** By hand: the codes are shown by this answer, and by that of the same form sent again. */
  @Post('withdraw')
  @NeedsPermission('stock.withdraw')
  async withdraw(
    @Sent() { visit, form }: SentForm,
    @PathText('stock') name: string,
    @CurrentFormKey() key: RequestKey,
  ): Promise<Page> {
    try {
      const asked = formInput(WithdrawalDto, form, visit.conventions);
      const { count } = checkedInput(WithdrawalDto, asked);
      const { author } = visit.caller;
      return withdrawnPage(visit, await this.withdrawals.withdraw(name, count, key, author));
    } catch (error) {
      return this.shown(visit, name, { withdrawal: { ...form.sent, fault: formFault(error) } });
    }
  }

  async shown(visit: Visit, name: string, forms?: StockForms): Promise<Page> {
    return stockPage(visit, STOCK_SHAPE.of(await this.stocks.get(name)), forms);
  }
}
