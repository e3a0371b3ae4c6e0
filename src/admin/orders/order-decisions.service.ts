import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import type { AnyOperation } from '../../operations/operation.js';
import { OperationRunner, type Ask } from '../../operations/running/operation-runner.js';
import type { Caller } from '../access/caller.js';
import { authorityOf } from '../operations/asked-operation.js';
import { PROBLEM_TYPE_PREFIX, PROBLEMS, ProblemError } from '../problems/problem.js';
import { problemOf } from '../problems/problem-of.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import type { RequestKey } from '../requests/request-key.js';
import { mayStillDecide } from './may-still-decide.js';
import type { OrderResultDto, OrderResultsDto } from './order-decisions.dto.js';

/** Who decides several orders, by which request, and until when. */
export interface Decider {
  readonly caller: Caller;
  readonly key: RequestKey;
  readonly timeLimit: AbortSignal;
}

/** Accepts or rejects several orders by one request, each as the operation for one does. By hand, since it answers for each. */
@Injectable()
export class OrderDecisions {
  constructor(
    private readonly runner: OperationRunner,
    private readonly onceOnly: OnceOnlyChanges,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Each order in a transaction of its own, one after the other: what refuses one leaves the others alone. It ends, with the
   * orders before decided, when the operator may not decide any more or the time is over.
   */
  decide(
    operation: AnyOperation,
    inputs: ReadonlyMap<string, object>,
    { caller, key, timeLimit }: Decider,
  ): Promise<OrderResultsDto> {
    return this.onceOnly.runParts(key, async (part) => {
      const mayGoOn = mayStillDecide(caller, timeLimit);
      const items: OrderResultDto[] = [];
      for (const [id, input] of inputs) {
        await mayGoOn();
        const ask: Ask<object> = { ...authorityOf(caller), id, input };
        const decide = async () => part(id, await this.runner.change(operation, ask));
        items.push(await this.resultOf(id, decide));
      }
      return { items };
    });
  }

  /** @throws ProblemError if the whole request is refused */
  private async resultOf(id: string, close: () => Promise<object>): Promise<OrderResultDto> {
    try {
      await close();
      return { order_id: id, status: 200, type: null, detail: null };
    } catch (error) {
      const problem = problemOf(error) ?? this.unforeseen(error);
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
