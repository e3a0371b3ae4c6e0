import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { orderSearch, OrderSearchQuery } from '../../operations/orders/order-search.lists.js';
import { orderList } from '../../operations/orders/order.lists.js';
import type { FormState } from '../../pages/form.js';
import { withRules } from '../refusals/refusals-page.js';
import { OrderPickers } from '../shell/order-pickers.service.js';
import { idsOf, ThingNaming } from '../shell/thing-naming.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { inUtc, parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { assertPicked, pickedBy, pickedIds } from '../shell/picked.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { ordersPage, findingsPage } from './orders-page.js';

type Fields = Readonly<Record<string, string>>;

/** What is looked for. */
interface Sought extends FormState {
  readonly values: Fields;
}

const FILTERS = ['status', 'account_id', 'product_id', 'from', 'to'];

/** The search for orders. */
@ConsoleController('orders')
export class OrdersController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly pickers: OrderPickers,
    private readonly naming: ThingNaming,
  ) {}

  @Get()
  @NeedsPermission('orders.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download | SeeOther> {
    const values = parametersOf(visit.query, ['text', ...FILTERS]);
    if (values.text !== undefined) return this.found(visit, values);
    const { picks } = this.pickers;
    return this.lists.show(
      orderList,
      visit,
      async (found, filter) => {
        const names = await this.naming.ofOrders(found.items, visit.caller);
        return ordersPage(visit, filter, filter.fault ? undefined : { ...found, names });
      },
      { filters: [...FILTERS, 'sort'], picks },
    );
  }

  /** What a text finds, of one account or of all. */
  private async found(visit: Visit, typed: Fields): Promise<Page | SeeOther> {
    const picked = await pickedBy(this.pickers.picks, (pick, field) => pick(typed[field] ?? ''));
    const state = { values: { ...typed, ...pickedIds(picked) }, picked };
    try {
      assertPicked(picked, visit.language);
      return await this.findings(visit, state);
    } catch (error) {
      return ordersPage(visit, { ...state, fault: formFault(error) }, undefined);
    }
  }

  /** A single order that was named is shown itself. */
  private async findings(visit: Visit, state: Sought): Promise<Page | SeeOther> {
    const sought = ['text', 'account_id', 'from', 'to'];
    const query = checkedInput(OrderSearchQuery, {
      ...inUtc(parametersOf(new URLSearchParams(state.values), sought), visit.conventions.timeZone),
      ...parametersOf(visit.query, ['cursor']),
    });
    const findings = await this.lists.read(orderSearch, visit, query);
    const [first, ...others] = findings.items;
    const isNamed = first?.by === 'order_id' || first?.by === 'order_uuid';
    if (isNamed && others.length === 0 && findings.refusals.length === 0) {
      return new SeeOther(`orders/${first.order_id}`);
    }
    const told = [...findings.items, ...withRules(findings.refusals)];
    const names = await this.naming.of(idsOf(told));
    return findingsPage(visit, state, { ...findings, names });
  }
}
