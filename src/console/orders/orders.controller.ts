import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { OrderListing } from '../../admin/orders/order-listing.service.js';
import { OrderQuery } from '../../admin/orders/orders.dto.js';
import { isOrderId } from '../../orders/rules/order-uuid.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { ordersPage, type FoundOrders } from './orders-page.js';

const FILTERS = ['status', 'account_id', 'product_id', 'from', 'to'] as const;
const NOTHING: FoundOrders = { items: [], next: null };

/** The search for orders. */
@ConsoleController('orders')
export class OrdersController {
  constructor(private readonly listing: OrderListing) {}

  @Get()
  @NeedsPermission('orders.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | SeeOther> {
    const { text = '', ...values } = parametersOf(visit.query, ['text', ...FILTERS]);
    if (isOrderId(text)) return new SeeOther(`orders/${text}`);
    try {
      const { cursor } = parametersOf(visit.query, ['cursor']);
      const query = checked(OrderQuery, { ...values, ...(cursor !== undefined && { cursor }) });
      const showsValues = visit.caller.may('orders.values');
      return ordersPage(visit, { values }, await this.listing.page(query, showsValues));
    } catch (error) {
      return ordersPage(visit, { values: { text, ...values }, fault: formFault(error) }, NOTHING);
    }
  }
}
