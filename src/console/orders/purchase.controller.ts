import { Post } from '@nestjs/common';
import { CurrentTimeLimit } from '../../admin/access/caller.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathText } from '../../admin/http/path-parts.js';
import { PurchaseAdmin } from '../../admin/orders/purchase-admin.service.js';
import { BuyAgainDto } from '../../admin/orders/purchases.dto.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import type { FormFault } from '../../pages/form.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentFormKey } from '../http/form-key.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { buyAgainQuestion, INSTEAD_OF_FIELD } from './forgotten-purchase.js';
import { orderPage } from './order-page.js';
import { OrderReading } from './order-reading.service.js';

/** An order that waits at its supplier. */
@ConsoleController('orders/:order')
export class PurchaseController {
  constructor(
    private readonly reading: OrderReading,
    private readonly purchases: PurchaseAdmin,
  ) {}

  @Post('ask-again')
  @NeedsPermission('orders.decide')
  async askAgain(
    @CurrentVisit() visit: Visit,
    @CurrentTimeLimit() timeLimit: AbortSignal,
    @PathText('order') id: string,
  ): Promise<Page | SeeOther> {
    const ask = () => this.purchases.askAgain(id, visit.caller.author, timeLimit);
    return this.after(visit, id, 'asked', await faultOf(ask));
  }

  /** Shows what is known, and buys when that is confirmed. */
  @Post('buy-again')
  @NeedsPermission('orders.buy-again')
  async buyAgain(
    @CurrentVisit() visit: Visit,
    @PathText('order') id: string,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    if (!form.has(CONFIRMED_FIELD)) {
      const { order, purchase } = await this.reading.of(id, visit.caller);
      if (!purchase?.forgottenAt) return new SeeOther(`orders/${order.order_id}`);
      return buyAgainQuestion({ visit, orderId: order.order_id, purchase });
    }
    const fault = await faultOf(() => {
      const { instead_of: insteadOf } = checkedInput(BuyAgainDto, form.given(INSTEAD_OF_FIELD));
      return this.purchases.buyAgain(id, insteadOf, key, visit.caller.author);
    });
    return this.after(visit, id, 'bought', fault);
  }

  private async after(
    visit: Visit,
    id: string,
    done: string,
    fault: FormFault | undefined,
  ): Promise<Page | SeeOther> {
    if (!fault) return new SeeOther(`orders/${id}`, { done });
    return orderPage(visit, await this.reading.of(id, visit.caller), { purchase: { fault } });
  }
}
