import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { OrderAdmin } from '../../admin/orders/order-admin.service.js';
import { AcceptDto, RejectDto } from '../../admin/orders/orders.dto.js';
import { ReversalAdmin } from '../../admin/orders/reversal-admin.service.js';
import { NewReversalDto } from '../../admin/orders/reversals.dto.js';
import { PathText } from '../../admin/http/path-parts.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { isOrderId } from '../../orders/rules/order-uuid.js';
import { numericText } from '../../common/decimal.js';
import type { FormFault } from '../../pages/form.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { DELIVER_ANYWAY_FIELD } from './held-delivery.js';
import { orderPage, OTHER_COUNT_FIELD, type OrderForms } from './order-page.js';
import { OrderReading } from './order-reading.service.js';
import { ORDER_WORDS } from './order-words.js';
import { isAmbiguous, reversalIn } from './reversal-form.js';
import { REVERSAL_WORDS } from './reversal-words.js';

/** One order, its decision, and paying it back. */
@ConsoleController('orders/:order')
export class OrderController {
  constructor(
    private readonly orders: OrderListService,
    private readonly reading: OrderReading,
    private readonly changes: OrderAdmin,
    private readonly reversals: ReversalAdmin,
  ) {}

  @Get()
  @NeedsPermission('orders.read')
  show(
    @CurrentVisit() visit: Visit,
    @PathText('order') idOrUuid: string,
  ): Promise<Page> | SeeOther {
    // The search knows more of an order_uuid: refused requests, and orders of several accounts.
    if (!isOrderId(idOrUuid)) return new SeeOther('orders', { text: idOrUuid });
    return this.page(visit, idOrUuid);
  }

  @Post('accept')
  @NeedsPermission('orders.decide')
  async accept(
    @CurrentVisit() visit: Visit,
    @PathText('order') id: string,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const { author } = visit.caller;
    const codes = form.lines('codes');
    const quantity = await this.quantityUnlike(codes.length, id, form);
    if (quantity !== undefined) {
      const { otherCount } = ORDER_WORDS[visit.language];
      const message = otherCount(visit.formats.count(codes.length), quantity);
      const fault = { status: 422, message, fields: {} };
      return this.page(visit, id, { accept: { values: form.shown, fault, hasOtherCount: true } });
    }
    const fault = await faultOf(() => {
      const anyway = form.has(DELIVER_ANYWAY_FIELD) && { deliver_anyway: true };
      const given = { ...despite(form), ...anyway, ...form.given('note') };
      const decision = codes.length > 0 ? { ...given, codes } : given;
      return this.changes.accept(id, checkedInput(AcceptDto, decision), key, author);
    });
    return this.after(visit, id, 'accepted', fault, { accept: { values: form.shown, fault } });
  }

  @Post('reject')
  @NeedsPermission('orders.decide')
  async reject(
    @CurrentVisit() visit: Visit,
    @PathText('order') id: string,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const { author } = visit.caller;
    const fault = await faultOf(() => {
      const given = { ...despite(form), ...form.given('reason', 'note') };
      return this.changes.reject(id, checkedInput(RejectDto, given), key, author);
    });
    return this.after(visit, id, 'rejected', fault, { reject: { values: form.shown, fault } });
  }

  @Post('reversals')
  @NeedsPermission('orders.reverse')
  async reverse(
    @CurrentVisit() visit: Visit,
    @PathText('order') id: string,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const { author } = visit.caller;
    if (isAmbiguous(form)) {
      const { either } = REVERSAL_WORDS[visit.language];
      const fault = { status: 422, message: '', fields: { amount: either } };
      return this.page(visit, id, { reversal: { values: form.shown, fault } });
    }
    const fault = await faultOf(() =>
      this.reversals.reverse(id, checkedInput(NewReversalDto, reversalIn(form)), key, author),
    );
    return this.after(visit, id, 'reversed', fault, { reversal: { values: form.shown, fault } });
  }

  /** The quantity of an order, if it is not that of the codes, and this was not agreed to; without codes it need not be. */
  private async quantityUnlike(
    codes: number,
    id: string,
    form: FormValues,
  ): Promise<string | undefined> {
    if (codes === 0 || form.has(OTHER_COUNT_FIELD)) return undefined;
    const quantity = numericText((await this.orders.get(id, false)).quantity);
    return quantity === String(codes) ? undefined : quantity;
  }

  private after(
    visit: Visit,
    id: string,
    done: string,
    fault: FormFault | undefined,
    forms: OrderForms,
  ): Promise<Page> | SeeOther {
    return fault ? this.page(visit, id, forms) : new SeeOther(`orders/${id}`, { done });
  }

  private async page(visit: Visit, id: string, forms?: OrderForms): Promise<Page> {
    return orderPage(visit, await this.reading.of(id, visit.caller), forms);
  }
}

/** The box under the warning that the order is being bought. */
function despite(form: FormValues) {
  return form.has('despite_purchase') ? { despite_purchase: true } : {};
}
