import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { refusalList } from '../../operations/orders/refusal.lists.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { OrderPickers } from '../shell/order-pickers.service.js';
import { idsOf, ThingNaming } from '../shell/thing-naming.service.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { refusalsPage, withRules } from './refusals-page.js';

/** The journal of requests that were refused: of all accounts or of one, of a product, by code and time. */
@ConsoleController('refusals')
export class RefusalsController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly naming: ThingNaming,
    private readonly pickers: OrderPickers,
  ) {}

  @Get()
  @NeedsPermission('orders.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(
      refusalList,
      visit,
      async (found, filter) => {
        const names = await this.naming.of(idsOf(withRules(found.items)));
        return refusalsPage(visit, filter, filter.fault ? undefined : { ...found, names });
      },
      {
        filters: ['account_id', 'product_id', 'code', 'from', 'to'],
        picks: this.pickers.picks,
      },
    );
  }
}
