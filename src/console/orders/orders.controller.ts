import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { DeclaredLists } from '../../admin/operations/declared-lists.service.js';
import { orderSearch, OrderSearchQuery } from '../../operations/orders/order-search.lists.js';
import { orderList, OrderQuery } from '../../operations/orders/order.lists.js';
import { pickerFault, type Picked } from '../../pages/picker.js';
import { withRules } from '../refusals/refusal-table.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import { idsOf, ThingNaming } from '../shell/thing-naming.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { inUtc, parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { findingsPage } from './findings-page.js';
import { ordersPage } from './orders-page.js';

type Fields = Readonly<Record<string, string>>;

/** What is looked for. */
interface Sought {
  readonly values: Fields;
  readonly account: Picked;
  readonly paging: Fields;
}

const FILTERS = ['text', 'status', 'account_id', 'product_id', 'from', 'to'];

/** The search for orders. */
@ConsoleController('orders')
export class OrdersController {
  constructor(
    private readonly lists: DeclaredLists,
    private readonly accounts: AccountPicker,
    private readonly naming: ThingNaming,
  ) {}

  @Get()
  @NeedsPermission('orders.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download | SeeOther> {
    const typed: Fields = parametersOf(visit.query, FILTERS);
    const account = await this.accounts.pick(typed.account_id ?? '');
    const values: Fields = {
      ...typed,
      ...(account.kind === 'one' && { account_id: String(account.id) }),
    };
    const fault = pickerFault(account, 'account_id', visit.language);
    if (fault) return ordersPage(visit, { values, account, fault }, undefined);
    const sought = { values, account, paging: parametersOf(visit.query, LIST_PARAMETERS) };
    try {
      return values.text === undefined
        ? await this.listed(visit, sought)
        : await this.found(visit, sought);
    } catch (error) {
      return ordersPage(visit, { values, account, fault: formFault(error) }, undefined);
    }
  }

  private listed(visit: Visit, { values, account, paging }: Sought): Promise<Page | Download> {
    const query = checkedInput(OrderQuery, { ...inUtc(values), ...paging });
    const answer = this.lists.answer(orderList, { query, caller: visit.caller });
    return pageOrFile(answer, 'orders', async (page) => {
      const names = await this.naming.ofAccounts(page.items);
      return ordersPage(visit, { values, account }, { ...page, names });
    });
  }

  /** A single order that was named is shown itself. */
  private async found(visit: Visit, { values, account, paging }: Sought): Promise<Page | SeeOther> {
    const sought = parametersOf(new URLSearchParams(values), ['text', 'account_id', 'from', 'to']);
    const query = checkedInput(OrderSearchQuery, {
      ...inUtc(sought),
      ...(paging.cursor !== undefined && { cursor: paging.cursor }),
    });
    const findings = await this.lists.read(orderSearch, { id: 0, query, caller: visit.caller });
    const [first, ...others] = findings.items;
    const isNamed = first?.by === 'order_id' || first?.by === 'order_uuid';
    if (isNamed && others.length === 0 && findings.refusals.length === 0) {
      return new SeeOther(`orders/${first.order_id}`);
    }
    const told = [...findings.items, ...withRules(findings.refusals)];
    const names = await this.naming.of(idsOf(told));
    return findingsPage(visit, { values, account }, { ...findings, names });
  }
}
