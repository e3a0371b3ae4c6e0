import { Injectable } from '@nestjs/common';
import { messageKey } from '../../common/message-key.js';
import type { EntityManager } from 'typeorm';
import { BalanceService } from '../../account/ledger/balance.service.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { OrderReversal, type Reversal } from '../../orders/reversal/order-reversal.service.js';
import type { AskedAmount } from '../../orders/reversal/reversal-decision.js';
import { timeText } from '../../operations/answers/shown.js';
import { ProblemError } from '../problems/problem.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import { referenceOf, type RequestKey } from '../requests/request-key.js';
import type { NewReversalDto, ReversalDto } from './reversals.dto.js';

/** Pays accepted orders back for operators, once for each key of a request. */
@Injectable()
export class ReversalAdmin {
  constructor(
    private readonly orders: OrderListService,
    private readonly reversals: OrderReversal,
    private readonly balances: BalanceService,
    private readonly onceOnly: OnceOnlyChanges,
  ) {}

  /** @throws MissingError; ConflictError if the order does not allow it */
  async reverse(
    idOrUuid: string,
    { amount, all, reason, reference: given }: NewReversalDto,
    key: RequestKey,
    author: ChangeAuthor,
  ): Promise<ReversalDto> {
    const asked = askedAmount(amount, all);
    const { accountId, orderId } = await this.orders.get(idOrUuid, false);
    const reference = given ?? referenceOf(key);
    const request = { ...asked, reason, reference, actor: author.actor };
    const run = async (manager: EntityManager) => {
      const reversed = await this.reversals.reverseWithin(manager, orderId, request);
      const { reversal, before, after } = reversed;
      return { result: reversalShape(reversal), before, after };
    };
    return this.onceOnly.run(key, {
      author,
      action: { name: 'order reverse', details: { order: orderId, ...asked, reason, reference } },
      run,
      refusalOf: (error) => this.balances.refusalOf(error, { accountId, reference }),
    });
  }
}

/** @throws ProblemError unless just one of both is given */
function askedAmount(amount: string | undefined, all: boolean | undefined): AskedAmount {
  if (amount !== undefined && all !== true) return { amount };
  if (amount === undefined && all === true) return { all };
  throw new ProblemError('invalid', 'Send either amount, or all as true.', {
    messageKey: messageKey('reversal.amount-missing', {}),
  });
}

function reversalShape(reversal: Reversal): ReversalDto {
  return {
    order_id: reversal.orderId,
    account_id: reversal.accountId,
    total: reversal.total,
    amount: reversal.amount,
    refunded: reversal.refunded,
    balance: reversal.balance,
    reference: reversal.reference,
    reason: reversal.reason,
    created_at: timeText(reversal.createdAt),
  };
}
