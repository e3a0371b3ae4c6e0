import { Injectable } from '@nestjs/common';
import type { Admission } from '../../account/access/admission.js';
import type { KeyClaim } from '../order.entity.js';
import { newOrderBody } from '../order-shapes.js';
import { OrderBatches } from './order-batches.js';
import { OrderPreparation } from './order-preparation.js';
import { waitingOrder, type OrderRequest } from './requested-order.js';
import { UnplacedOrders } from './unplaced-orders.js';

/**
 * Checks an order against the catalog in memory, and places it together with others, in one statement or one transaction, which writes
 * it only if catalog and access revision are still those of the check. Most orders are placed like this: all but those that a handler of
 * an extension may deliver at once, that wait for a supplier, or that checks of extensions concern besides more than the statement does.
 */
@Injectable()
export class SingleStatementPlacement {
  constructor(
    private readonly preparation: OrderPreparation,
    private readonly batches: OrderBatches,
    private readonly unplaced: UnplacedOrders,
  ) {}

  /**
   * @returns the answer as JSON; undefined when nothing was written, so that a transaction has to place or refuse it.
   * @throws the refusal, when it is certain; AccessChanged; CutOffError when the outcome of the statement is unknown;
   * TemporarilyUnavailableError (111) when too many orders wait, or when the caller has closed the connection
   */
  async place(
    admission: Admission,
    key: KeyClaim,
    request: OrderRequest,
  ): Promise<Buffer | undefined> {
    const { principal } = admission;
    const prepared = await this.preparation.prepare(principal, key, request);
    if (!prepared) return undefined;
    const { seen, checkHoldsUntil } = prepared;
    const asked = { key, request, seen, checkHoldsUntil };
    if ('refusal' in prepared) {
      return this.unplaced.answer({ ...asked, refusal: prepared.refusal });
    }
    const { way, stock } = prepared;
    const order = waitingOrder(prepared.order);
    const answer = newOrderBody(order);
    const outcome = await this.batches.place(
      {
        ...{ order, seen, checkHoldsUntil },
        ...(typeof way === 'function' && { runChecks: way }),
        ...(way === 'batch' && { together: { order: prepared.order, principal, stock } }),
      },
      () => admission.isAwaited(),
    );
    if (outcome instanceof Error) throw outcome;
    if (outcome === true) return answer;
    if (outcome !== false) return outcome;
    return this.unplaced.answer({ ...asked, ...(way !== 'batch' && { charge: order.total }) });
  }
}
