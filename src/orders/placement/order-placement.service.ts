import { Inject, Injectable } from '@nestjs/common';
import type { Admission } from '../../account/access/admission.js';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { TRACING, type SpanAttributes, type Tracing } from '../../common/tracing/tracing.js';
import { isDatabaseUnavailable } from '../../database/database-errors.js';
import { RetryWindow } from '../../database/retry.js';
import { FRESH, nextAction, type NextAction, type OrderAttempt } from './order-attempt.js';
import { CutOffError } from './order-batches.js';
import { OrderLimit } from './order-limit.js';
import { RequestReader } from './request-reader.js';
import type { OrderRequest, SentRequest } from './requested-order.js';
import { SingleStatementPlacement } from './single-statement-placement.js';
import { TransactionPlacement, TryRolledBack } from './transaction-placement.js';

/** So often the guard is called again for an order whose access changes during each try. */
const MAX_ADMISSIONS = 20;

/** Places orders: one order per idempotency key, and one charge per order. */
@Injectable()
export class OrderPlacementService {
  constructor(
    private readonly singleStatement: SingleStatementPlacement,
    private readonly transaction: TransactionPlacement,
    private readonly limit: OrderLimit,
    private readonly reader: RequestReader,
    @Inject(TRACING) private readonly tracing: Tracing | undefined,
  ) {}

  /**
   * Places the order, or answers with the earlier order of the same idempotency key. If a connection breaks in a
   * commit, the outcome is unknown. A further try with the same key then finds it out, since claiming the key waits for
   * a commit that is still running; a plain read would not.
   * @returns the answer as JSON.
   * @throws the errors of the guard, if it is called again; the errors of the wire in their order: 114 for the key,
   * 116/117, 122/130 while orders alone are closed, 111 beyond the limit of orders, 109, 110, 106/112/113, 114, 118, 105,
   * 100, 119, 600–699; 111 when the outcome stays unknown
   */
  async place(first: Admission, sent: SentRequest): Promise<Buffer> {
    const { principal } = first;
    const request = this.reader.read(sent);
    const place = (): Promise<Buffer> =>
      // Where orders are closed none is placed, so a known key is answered, and all else refused, whatever the limit.
      this.limit.concerns(principal) && principal.ordersClosed === null
        ? this.placeWithinLimit(first, request)
        : this.placeOnce(first, request);
    if (!this.tracing) return place();
    const attributes = { 'souk.account_id': principal.accountId };
    return this.tracing.span('place order', { attributes }, async (span) => {
      const answer = await place();
      span.set(orderIn(answer));
      return answer;
    });
  }

  private async placeWithinLimit(first: Admission, request: OrderRequest): Promise<Buffer> {
    const key = this.reader.keyOf(first.principal, request);
    return this.limit.place(first.principal, key, () => this.placeOnce(first, request));
  }

  private async placeOnce(first: Admission, request: OrderRequest): Promise<Buffer> {
    let admission = first;
    let attempt = FRESH;
    let window = new RetryWindow();
    let admissions = 0;
    for (;;) {
      try {
        return await this.try(attempt, admission, request, window);
      } catch (error) {
        const action = actionAfter(attempt, error);
        if (action?.kind === 'tryAgain') {
          attempt = action.attempt;
          await window.pause(error);
        } else if (action?.kind === 'admitAgain') {
          // Repeats only while access changes during each try, each time with a new window, and not for ever.
          if (++admissions > MAX_ADMISSIONS) throw new TemporarilyUnavailableError(error);
          admission = { ...first, principal: await first.again() };
          attempt = FRESH;
          window = new RetryWindow();
        } else {
          throw error;
        }
      }
    }
  }

  private async try(
    attempt: OrderAttempt,
    admission: Admission,
    request: OrderRequest,
    window: RetryWindow,
  ): Promise<Buffer> {
    const { principal } = admission;
    const key = this.reader.keyOf(principal, request);
    const mayPlaceAtOnce = attempt.kind === 'fresh' && principal.ordersClosed === null;
    const answer =
      mayPlaceAtOnce && !this.transaction.isStuck(key.accountId)
        ? await this.singleStatement.place(admission, key, request)
        : undefined;
    return answer ?? this.transaction.place(attempt, principal, key, request, window.remainingMs);
  }
}

function orderIn(answer: Buffer): SpanAttributes {
  const { data } = JSON.parse(answer.toString()) as { data?: { order_id?: string } };
  return data?.order_id === undefined ? {} : { 'souk.order_id': data.order_id };
}

/** @returns undefined for an error that ends the request. */
function actionAfter(attempt: OrderAttempt, error: unknown): NextAction | undefined {
  if (error instanceof TryRolledBack) return error.action;
  if (error instanceof CutOffError) {
    return nextAction(attempt, { kind: 'statementCutOff', deadline: error.deadline });
  }
  return isDatabaseUnavailable(error) ? nextAction(attempt, { kind: 'unavailable' }) : undefined;
}
