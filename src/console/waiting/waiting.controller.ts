import { Get, Post } from '@nestjs/common';
import { CurrentTimeLimit } from '../../admin/access/caller.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import {
  acceptedOrders,
  AcceptSeveralDto,
  MAX_DECIDED,
  RejectSeveralDto,
  type OrderResultsDto,
} from '../../admin/orders/order-decisions.dto.js';
import { OrderDecisions, type Decider } from '../../admin/orders/order-decisions.service.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { orderList } from '../../operations/orders/order.lists.js';
import { orderReject } from '../../operations/orders/order.operations.js';
import { orderAcceptOfSeveral } from '../../operations/orders/code.operations.js';
import {
  awaitingCodes,
  BY_HAND,
  ordersNamed,
  waitingProducts,
} from '../../operations/orders/orders-at-work.js';
import { stocksToChooseFrom } from '../../operations/stock/stocks-to-choose-from.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import { OrderPickers } from '../shell/order-pickers.service.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault, toldAbove } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import type { FormValues } from '../http/form-values.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import {
  confirmationPage,
  resultsPage,
  type Decision,
  type SelectedOrders,
} from './confirmation-page.js';
import { itemsIn } from './row-codes.js';
import { waitingPage } from './waiting-page.js';

/** As many as can be decided together. */
const PAGE_ORDERS = String(MAX_DECIDED);

/** The queue of waiting orders: filter, select, confirm, and a result for each. */
@ConsoleController('waiting')
export class WaitingController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly runner: OperationRunner,
    private readonly decisions: OrderDecisions,
    private readonly pickers: OrderPickers,
    private readonly naming: ThingNaming,
  ) {}

  @Get()
  @NeedsPermission('orders.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(
      orderList,
      visit,
      async (found, filter) => {
        const names = await this.naming.ofOrders(found.items, visit.caller);
        const products = await waitingProducts(this.runner.services);
        const orders = filter.fault ? undefined : { ...found, names };
        return waitingPage(visit, filter, { products, found: orders });
      },
      {
        file: 'waiting',
        filters: ['product_id', 'account_id', 'sort'],
        picks: this.pickers.picks,
        asked: (typed) => ({ sort: 'oldest', ...typed, status: 'wait', limit: PAGE_ORDERS }),
      },
    );
  }

  /** The oldest order that is left to the operator; the list if there is none among the oldest. */
  @Get('next')
  @NeedsPermission('orders.read')
  async next(@CurrentVisit() visit: Visit): Promise<SeeOther> {
    const asked = { status: 'wait', sort: 'oldest', limit: PAGE_ORDERS };
    const { items } = await this.lists.first(orderList, visit, 0, asked);
    const next = items.find(({ handler }) => handler === BY_HAND);
    return new SeeOther(next ? `orders/${next.order_id}` : 'waiting');
  }

  @Post('confirm')
  @NeedsPermission('orders.decide')
  async confirm(@Sent() { visit, form }: SentForm): Promise<Page | SeeOther> {
    if (!form.has('order_ids')) return new SeeOther('waiting', { done: 'nothing' });
    return confirmationPage(visit, await this.selected(visit, form), {});
  }

  @Post('decide')
  @NeedsPermission('orders.decide')
  async decide(
    @Sent() { visit, form }: SentForm,
    @CurrentFormKey() key: RequestKey,
    @CurrentTimeLimit() timeLimit: AbortSignal,
  ): Promise<Page> {
    try {
      const results = await this.run(form, { caller: visit.caller, key, timeLimit });
      return resultsPage(visit, decisionIn(form), results);
    } catch (error) {
      const state = { ...form.sent, fault: toldAbove(formFault(error), 'items') };
      return confirmationPage(visit, await this.selected(visit, form), state);
    }
  }

  /** @throws ProblemError for too many orders, or what is no order id */
  private async selected({ caller }: Visit, form: FormValues): Promise<SelectedOrders> {
    const asked = { order_ids: form.all('order_ids') };
    const { order_ids: ids = [] } = checkedInput(AcceptSeveralDto, asked);
    const { services } = this.runner;
    const orders = await ordersNamed(services, ids, caller.may('orders.values'));
    const names = await this.naming.ofOrders(orders, caller);
    const coded = new Set((await awaitingCodes(services, ids)).keys());
    const stocks = caller.may('stock.read') ? await stocksToChooseFrom(services) : undefined;
    return { ids, decision: decisionIn(form), orders, names, coded, stocks };
  }

  private run(form: FormValues, decider: Decider): Promise<OrderResultsDto> {
    const ids = form.all('order_ids');
    const common = {
      ...(form.has('despite_purchase') && { despite_purchase: true }),
      ...form.given('note'),
    };
    if (decisionIn(form) === 'accept') {
      const asked = { ...common, items: itemsIn(form, [...new Set(ids)]) };
      const inputs = acceptedOrders(checkedInput(AcceptSeveralDto, asked));
      return this.decisions.decide(orderAcceptOfSeveral, inputs, decider);
    }
    const asked = { ...common, order_ids: ids, ...form.given('reason') };
    const { order_ids: checked, ...decision } = checkedInput(RejectSeveralDto, asked);
    const inputs = new Map(checked.map((id) => [id, decision]));
    return this.decisions.decide(orderReject, inputs, decider);
  }
}

function decisionIn(form: FormValues): Decision {
  return form.text('decision') === 'reject' ? 'reject' : 'accept';
}
