import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BalanceService } from '../account/ledger/balance.service.js';
import { OperatorError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { canonicalText, isStorableText } from '../common/text.js';
import { OrderCosts } from './order-costs.js';
import { OrderEvents } from './order-events.service.js';
import type { Order } from './order.entity.js';
import { OrderRepository, type Closing } from './order.repository.js';

/** The final state of an order. */
export type Verdict =
  | { readonly status: 'accept'; readonly codes?: readonly string[]; readonly note?: string }
  | {
      readonly status: 'reject';
      readonly reasonForReseller: string | null;
      /** For the operator. */
      readonly note: string;
    };

/** What the end of an order changes: the order, its refund, its cost, and who is told. */
@Injectable()
export class OrderClosing {
  constructor(
    private readonly orders: OrderRepository,
    private readonly balances: BalanceService,
    private readonly events: OrderEvents,
    private readonly costs: OrderCosts,
  ) {}

  /** The caller has locked the order, and knows that it waits. @returns the closed order. @throws OperatorError */
  async close(
    manager: EntityManager,
    order: Order,
    verdict: Verdict,
    actor: string,
  ): Promise<Order> {
    const closing = closingOf(verdict, actor);
    const audience = await this.orders.close(manager, order, closing);
    if (verdict.status === 'reject' && !order.rehearsal) {
      const { accountId, orderId, total: amount, cappedFamily } = order;
      await this.balances.refund(manager, {
        accountId,
        orderId,
        amount,
        actor,
        cappedFamily,
        // Resellers read the ledger, so it does not hold the note for the operator.
        note: verdict.reasonForReseller ?? '',
      });
    }
    if (verdict.status === 'accept') await this.costs.record(manager, order);
    const closed = { ...order, ...closedColumns(closing) };
    await this.events.closed(manager, closed, audience);
    return closed;
  }
}

function closingOf(verdict: Verdict, actor: string): Closing {
  if (verdict.status === 'reject') return { ...verdict, codes: null, actor };
  const { codes = [], note = '' } = verdict;
  const delivered = codes.length === 0 ? null : codes.map(deliverableCode);
  return { status: 'accept', codes: delivered, reasonForReseller: null, note, actor };
}

function closedColumns({ status, codes, reasonForReseller, note, actor }: Closing) {
  const deliveredCodes = codes === null ? null : [...codes];
  const decision = { decisionNote: note, decidedBy: actor, decidedAt: new Date() };
  return { status, deliveredCodes, reasonForReseller, ...decision };
}

/** In the form in which it is delivered. @throws OperatorError */
export function deliverableCode(text: string): string {
  const code = canonicalText(text);
  if (code !== '' && isStorableText(code)) return code;
  throw new OperatorError(...sentence('order.code-empty'));
}
