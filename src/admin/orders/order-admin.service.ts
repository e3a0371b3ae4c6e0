import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { LOGGER, loggableError } from '../../common/logger.js';
import { translateDatabaseError } from '../../database/database-errors.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { OrderCloseService } from '../../orders/order-close.service.js';
import type { Order } from '../../orders/order.entity.js';
import { problemOf } from '../problems/problem-of.js';
import { PROBLEM_TYPE_PREFIX, ProblemError, PROBLEMS } from '../problems/problem.js';
import { OnceOnlyChanges, type OnceOnlyChange } from '../requests/once-only.service.js';
import type { RequestKey } from '../requests/request-key.js';
import { decisionShape } from './order-shapes.js';
import type {
  AcceptDto,
  DecisionDto,
  OrderResultDto,
  OrderResultsDto,
  RejectDto,
} from './orders.dto.js';

/**
 * Called before each order of several. It throws to end the request; the orders before stay decided. Without it, all are
 * decided.
 */
export type MayGoOn = () => Promise<void>;

/** The change that decides one order. */
type Decide = (orderId: string) => OnceOnlyChange<DecisionDto>;

/** Accepts and rejects orders for operators, each with its audit entry. */
@Injectable()
export class OrderAdmin {
  constructor(
    private readonly closes: OrderCloseService,
    private readonly onceOnly: OnceOnlyChanges,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  accept(id: string, decision: AcceptDto, key: RequestKey, by: ChangeAuthor): Promise<DecisionDto> {
    return this.onceOnly.run(key, this.accepting(decision, by)(id));
  }

  reject(id: string, decision: RejectDto, key: RequestKey, by: ChangeAuthor): Promise<DecisionDto> {
    return this.onceOnly.run(key, this.rejecting(decision, by)(id));
  }

  acceptAll(
    ids: readonly string[],
    decision: Omit<AcceptDto, 'codes'>,
    key: RequestKey,
    by: ChangeAuthor,
    mayGoOn: MayGoOn,
  ): Promise<OrderResultsDto> {
    return this.decideAll(ids, key, this.accepting(decision, by), mayGoOn);
  }

  rejectAll(
    ids: readonly string[],
    decision: RejectDto,
    key: RequestKey,
    by: ChangeAuthor,
    mayGoOn: MayGoOn,
  ): Promise<OrderResultsDto> {
    return this.decideAll(ids, key, this.rejecting(decision, by), mayGoOn);
  }

  /** Codes are secrets, so the audit holds their number only. */
  private accepting(decision: AcceptDto, author: ChangeAuthor): Decide {
    const { codes = [], note, despite_purchase: despitePurchase = false } = decision;
    const { deliver_anyway: deliverAnyway = false } = decision;
    const details = {
      codes: codes.length,
      ...(note !== undefined && { note }),
      ...(despitePurchase && { despite_purchase: true }),
      ...(deliverAnyway && { deliver_anyway: true }),
    };
    const by = { actor: author.actor, despitePurchase, deliverAnyway };
    const closing = { codes, ...by, ...(note !== undefined && { note }) };
    return (order) => ({
      author,
      action: { name: 'order accept', details: { order, ...details } },
      run: (manager) => closed(this.closes.accept(order, closing, manager)),
      refusalOf: (error) => this.closes.refusalOf(error),
    });
  }

  private rejecting(
    { reason, note, despite_purchase: despitePurchase = false }: RejectDto,
    author: ChangeAuthor,
  ): Decide {
    const decision = { reason, ...(note !== undefined && { note }) };
    const details = { ...decision, ...(despitePurchase && { despite_purchase: true }) };
    const closing = { ...decision, actor: author.actor, despitePurchase };
    return (order) => ({
      author,
      action: { name: 'order reject', details: { order, ...details } },
      run: (manager: EntityManager) => closed(this.closes.reject(order, closing, manager)),
    });
  }

  /** Each order in a transaction of its own, one after the other: what refuses one leaves the others alone. */
  private decideAll(
    ids: readonly string[],
    key: RequestKey,
    decide: Decide,
    mayGoOn: MayGoOn,
  ): Promise<OrderResultsDto> {
    return this.onceOnly.runParts(key, async (part) => {
      const items: OrderResultDto[] = [];
      for (const id of new Set(ids)) {
        await mayGoOn();
        items.push(await this.resultOf(id, () => part(id, decide(id))));
      }
      return { items };
    });
  }

  /** @throws ProblemError if the whole request is refused */
  private async resultOf(id: string, close: () => Promise<DecisionDto>): Promise<OrderResultDto> {
    try {
      await close();
      return { order_id: id, status: 200, type: null, detail: null };
    } catch (error) {
      const problem =
        problemOf(error, []) ??
        problemOf(translateDatabaseError(error), []) ??
        this.unforeseen(error);
      const { status } = PROBLEMS[problem.problem];
      // It may be executed later by the same request, so the whole must not have an answer yet.
      if (status >= 500) throw problem;
      const type = PROBLEM_TYPE_PREFIX + problem.problem;
      return { order_id: id, status, type, detail: problem.message };
    }
  }

  private unforeseen(error: unknown): ProblemError {
    this.logger.error({ err: loggableError(error) }, 'an order could not be decided');
    return new ProblemError('internal', 'The shop has logged the error.');
  }
}

/** An order that could be closed was waiting before. */
async function closed(closing: Promise<Order>) {
  const result = decisionShape(await closing);
  const { status, decided_by } = result;
  return { result, before: { status: 'wait' }, after: { status, decided_by } };
}
