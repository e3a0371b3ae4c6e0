import { Get, Post } from '@nestjs/common';
import { CurrentTimeLimit } from '../../admin/access/caller.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { mayStillDecide } from '../../admin/orders/may-still-decide.js';
import { OrderAdmin } from '../../admin/orders/order-admin.service.js';
import { OrderListing } from '../../admin/orders/order-listing.service.js';
import {
  AcceptSeveralDto,
  OrderQuery,
  RejectSeveralDto,
  type OrderResultsDto,
} from '../../admin/orders/orders.dto.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { checked, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import { FILTER_PARAMETERS } from '../visit/filter-pages.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { confirmationPage, resultsPage, waitingPage, type Decision } from './waiting-pages.js';

/** The queue of waiting orders: filter, select, confirm, and a result for each. */
@ConsoleController('waiting')
export class WaitingController {
  constructor(
    private readonly listing: OrderListing,
    private readonly changes: OrderAdmin,
  ) {}

  @Get()
  @NeedsPermission('orders.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const values = parametersOf(visit.query, FILTER_PARAMETERS.waiting);
    try {
      const paging = parametersOf(visit.query, LIST_PARAMETERS);
      const query = checked(OrderQuery, { ...values, ...paging, status: 'wait' });
      const answer = this.listing.answer(query, visit.caller);
      return await pageOrFile(answer, 'waiting', (found) => waitingPage(visit, { values }, found));
    } catch (error) {
      const nothing = { items: [], next: null };
      return waitingPage(visit, { values, fault: formFault(error) }, nothing);
    }
  }

  @Post('confirm')
  @NeedsPermission('orders.decide')
  confirm(@CurrentVisit() visit: Visit, @CurrentForm() form: FormValues): Page | SeeOther {
    const ids = form.all('order_ids');
    if (ids.length === 0) return new SeeOther('waiting', { done: 'nothing' });
    return confirmationPage(visit, { ids, decision: decisionIn(form) }, {});
  }

  @Post('decide')
  @NeedsPermission('orders.decide')
  async decide(
    @CurrentVisit() visit: Visit,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
    @CurrentTimeLimit() timeLimit: AbortSignal,
  ): Promise<Page> {
    const selected = { ids: form.all('order_ids'), decision: decisionIn(form) };
    try {
      return resultsPage(visit, await this.run(visit, key, form, timeLimit));
    } catch (error) {
      const state = { values: form.shown, fault: formFault(error) };
      return confirmationPage(visit, selected, state);
    }
  }

  private run(
    { caller }: Visit,
    key: RequestKey,
    form: FormValues,
    timeLimit: AbortSignal,
  ): Promise<OrderResultsDto> {
    const { author } = caller;
    const mayGoOn = mayStillDecide(caller, timeLimit);
    const given = {
      order_ids: form.all('order_ids'),
      ...(form.has('despite_purchase') && { despite_purchase: true }),
      ...form.given('note'),
    };
    if (decisionIn(form) === 'accept') {
      const { order_ids: ids, ...decision } = checked(AcceptSeveralDto, given);
      return this.changes.acceptAll(ids, decision, key, author, mayGoOn);
    }
    const asked = { ...given, ...form.given('reason') };
    const { order_ids: ids, ...decision } = checked(RejectSeveralDto, asked);
    return this.changes.rejectAll(ids, decision, key, author, mayGoOn);
  }
}

function decisionIn(form: FormValues): Decision {
  return form.text('decision') === 'reject' ? 'reject' : 'accept';
}
