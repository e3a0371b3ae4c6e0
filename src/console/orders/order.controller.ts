import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathText } from '../../admin/http/path-parts.js';
import { numericText } from '../../common/decimal.js';
import { orderAddCodes } from '../../operations/orders/code.operations.js';
import {
  orderAccept,
  orderReject,
  orderReverse,
  type NewReversalDto,
} from '../../operations/orders/order.operations.js';
import { orderAskAgain, orderBuyAgain } from '../../operations/orders/purchase.operations.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { isOrderId } from '../../orders/rules/order-uuid.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { buyAgainQuestion, DELIVER_ANYWAY_FIELD } from './delivery-troubles.js';
import { orderPage, OTHER_COUNT_FIELD, type OrderForms } from './order-page.js';
import { OrderReading } from './order-reading.service.js';
import { reversalIn, reversalQuestion } from './reversal-form.js';
import { wordsOf } from '../../pages/words.js';

/** One order, its decision, paying it back, and what it waits for at its supplier. */
@ConsoleController('orders/:order')
@OperationForms<OrderController, string>({
  accept: {
    operation: orderAccept,
    done: 'accepted',
    input: (form) => {
      const codes = form.lines('codes');
      const anyway = form.has(DELIVER_ANYWAY_FIELD) && { deliver_anyway: true };
      return { ...decisionIn(form), ...anyway, ...(codes.length > 0 && { codes }) };
    },
    question: (page, visit, { id, form }) => page.otherCount(visit, id, form),
  },
  reject: {
    operation: orderReject,
    done: 'rejected',
    input: (form) => ({ ...decisionIn(form), reason: form.text('reason') }),
  },
  reversals: {
    operation: orderReverse,
    done: 'reversed',
    input: reversalIn,
    question: async ({ reading }, visit, { id, input }) => {
      const { order } = await reading.of(id, visit.caller);
      return reversalQuestion(visit, order, input as NewReversalDto);
    },
  },
  codes: { operation: orderAddCodes, done: 'added' },
  'ask-again': { operation: orderAskAgain, done: 'asked' },
  'buy-again': {
    operation: orderBuyAgain,
    done: 'bought',
    question: (page, visit, { id }) => page.evidence(visit, id),
  },
})
export class OrderController {
  constructor(
    private readonly orders: OrderListService,
    readonly reading: OrderReading,
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

  page(visit: Visit, id: string, refused?: RefusedForm<string>): Promise<Page> {
    return this.shown(visit, id, refused && { [refused.name]: refused.state });
  }

  /** Asks about a number of codes that is not the quantity of the order, until this is agreed to; without codes it need not be. */
  async otherCount(visit: Visit, id: string, form: FormValues): Promise<Page | undefined> {
    const codes = form.lines('codes').length;
    if (codes === 0 || form.has(OTHER_COUNT_FIELD)) return undefined;
    const quantity = numericText((await this.orders.get(id, false)).quantity);
    if (quantity === String(codes)) return undefined;
    const message = wordsOf(visit.language, 'order').otherCount({ codes, quantity });
    const fault = { status: 422, message: '', fields: { codes: message } };
    return this.shown(visit, id, { accept: { values: form.shown, fault, hasOtherCount: true } });
  }

  /** Shows what is known of a forgotten purchase, whose key the next form names, before it is made again. */
  async evidence(visit: Visit, id: string): Promise<Page | ConfirmQuestion> {
    const { purchase } = await this.reading.of(id, visit.caller);
    if (!purchase?.forgottenAt) return this.shown(visit, id);
    return buyAgainQuestion(visit, purchase);
  }

  private async shown(visit: Visit, id: string, forms?: OrderForms): Promise<Page> {
    return orderPage(visit, await this.reading.of(id, visit.caller), forms);
  }
}

/** A note, and the box under the warning that the order is being bought. */
function decisionIn(form: FormValues): object {
  return {
    ...(form.has('despite_purchase') && { despite_purchase: true }),
    ...form.given('note'),
  };
}
