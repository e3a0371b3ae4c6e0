import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { itemId } from '../../catalog/wire/item-id.js';
import type { Picked } from '../../pages/picker.js';
import { refusalList } from '../../operations/orders/refusal.lists.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
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
    private readonly accounts: AccountPicker,
    private readonly catalog: CatalogPicker,
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
        picks: {
          account_id: (text) => this.accounts.pick(text),
          product_id: (text) => this.productOf(text),
        },
      },
    );
  }

  /** A product that does not exist any more, or never did, may have been asked for by its number. */
  private async productOf(text: string): Promise<Picked> {
    const picked = await this.catalog.product(text);
    const id = itemId(text);
    return picked.kind === 'none' && id !== undefined ? { kind: 'one', id, name: text } : picked;
  }
}
