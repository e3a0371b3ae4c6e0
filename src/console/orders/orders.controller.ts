import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { OrderListing } from '../../admin/orders/order-listing.service.js';
import { OrderSearchListing } from '../../admin/orders/order-search-listing.service.js';
import { OrderSearchQuery } from '../../admin/orders/order-search.dto.js';
import { OrderQuery } from '../../admin/orders/orders.dto.js';
import { checked, inUtc, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import { FILTER_PARAMETERS } from '../visit/filter-pages.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { findingsPage } from './findings-page.js';
import { ordersPage, type FoundOrders } from './orders-page.js';

type Fields = Readonly<Record<string, string>>;

const NOTHING: FoundOrders = { items: [], next: null };

/** The search for orders. */
@ConsoleController('orders')
export class OrdersController {
  constructor(
    private readonly listing: OrderListing,
    private readonly search: OrderSearchListing,
  ) {}

  @Get()
  @NeedsPermission('orders.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download | SeeOther> {
    const { text = '', ...values } = parametersOf(visit.query, [
      'text',
      ...FILTER_PARAMETERS.orders,
    ]);
    const paging = parametersOf(visit.query, LIST_PARAMETERS);
    try {
      return text === ''
        ? await this.listed(visit, values, paging)
        : await this.found(visit, { text, ...values }, paging);
    } catch (error) {
      return ordersPage(visit, { values: { text, ...values }, fault: formFault(error) }, NOTHING);
    }
  }

  private listed(visit: Visit, values: Fields, paging: Fields): Promise<Page | Download> {
    const query = checked(OrderQuery, { ...inUtc(values), ...paging });
    const answer = this.listing.answer(query, visit.caller);
    return pageOrFile(answer, 'orders', (found) => ordersPage(visit, { values }, found));
  }

  /** A single order that was named is shown itself. */
  private async found(visit: Visit, values: Fields, { cursor }: Fields): Promise<Page | SeeOther> {
    const sought = parametersOf(visit.query, ['text', 'account_id', 'from', 'to']);
    const query = checked(OrderSearchQuery, { ...inUtc(sought), ...(cursor && { cursor }) });
    const findings = await this.search.find(query, visit.caller.may('orders.values'));
    const [first, ...others] = findings.items;
    const isNamed = first?.by === 'order_id' || first?.by === 'order_uuid';
    if (isNamed && others.length === 0 && findings.refusals.length === 0) {
      return new SeeOther(`orders/${first.order_id}`);
    }
    return findingsPage(visit, { values }, findings);
  }
}
