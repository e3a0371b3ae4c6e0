import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { DeclaredLists } from '../../admin/operations/declared-lists.service.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { pickerFault, type Picked } from '../../pages/picker.js';
import { refusalList } from '../../operations/orders/refusal.lists.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { inUtc, parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import { idsOf, ThingNaming } from '../shell/thing-naming.service.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { withRules } from './refusal-table.js';
import { refusalsPage } from './refusals-page.js';

/** The journal of requests that were refused: of all accounts or of one, of a product, by code and time. */
@ConsoleController('refusals')
export class RefusalsController {
  constructor(
    private readonly lists: DeclaredLists,
    private readonly naming: ThingNaming,
    private readonly accounts: AccountPicker,
    private readonly catalog: CatalogPicker,
  ) {}

  @Get()
  @NeedsPermission('orders.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const typed = parametersOf(visit.query, [
      ...['account_id', 'product_id', 'code', 'from', 'to'],
    ]);
    const account = await this.accounts.pick(typed.account_id ?? '');
    const product = await this.productOf(typed.product_id ?? '');
    const values = { ...typed, ...idIn('account_id', account), ...idIn('product_id', product) };
    const shown = { values, account, product };
    const fault =
      pickerFault(account, 'account_id', visit.language) ??
      pickerFault(product, 'product_id', visit.language);
    if (fault) return refusalsPage(visit, { ...shown, fault }, undefined);
    try {
      const paging = parametersOf(visit.query, LIST_PARAMETERS);
      const query = checkedInput(refusalList.query, { ...inUtc(values), ...paging });
      const answer = this.lists.answer(refusalList, { query, caller: visit.caller });
      return await pageOrFile(answer, 'refusals', async (page) => {
        const names = await this.naming.of(idsOf(withRules(page.items)));
        return refusalsPage(visit, shown, { ...page, names });
      });
    } catch (error) {
      return refusalsPage(visit, { ...shown, fault: formFault(error) }, undefined);
    }
  }

  /** A product that does not exist any more, or never did, may have been asked for by its number. */
  private async productOf(text: string): Promise<Picked> {
    const picked = await this.catalog.product(text);
    const id = itemId(text);
    return picked.kind === 'none' && id !== undefined ? { kind: 'one', id, name: text } : picked;
  }
}

function idIn(name: string, picked: Picked): Readonly<Record<string, string>> {
  return picked.kind === 'one' ? { [name]: String(picked.id) } : {};
}
