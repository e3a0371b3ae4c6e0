import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { OperatorSlots } from '../../admin/http/operator-slots.js';
import { receivesFile } from '../../admin/http/request-slots.interceptor.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { CallsExceededError, LimitedCalls } from '../../common/limited-calls.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { formOf } from './form-values.js';

/** Forms of those who have not signed in that an instance reads at the same time. */
const OPEN_FORMS = { concurrent: 50, waiting: 0, timeoutMs: 20_000 };
const RETRY_AFTER_SECONDS = 1;

/**
 * Lets an instance work on a few requests of operators at a time. Pages for everybody do without a slot, so that strangers
 * take none from operators: what they look up is limited by address, and passwords are compared one at a time.
 */
@Injectable()
export class ConsoleSlots implements NestInterceptor {
  private readonly openForms = new LimitedCalls(OPEN_FORMS);

  constructor(
    private readonly slots: OperatorSlots,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (receivesFile(this.reflector, context)) return next.handle();
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const { operator } = request;
    const isChange = request.method === 'POST';
    if (!operator) {
      if (isChange) await this.readOpenForm(request);
      return next.handle();
    }
    // Before the slot is taken, so that a slow sender does not hold one.
    if (isChange) await formOf(request);
    return from(
      this.slots.inTurn(operator.principal.operatorId, async (timeLimit) => {
        request.timeLimit = timeLimit;
        // The session may have ended while the form arrived and the request waited.
        if (isChange) await operator.assertStillAdmitted();
        return lastValueFrom(next.handle()) as Promise<unknown>;
      }),
    );
  }

  private async readOpenForm(request: ConsoleRequest): Promise<void> {
    try {
      await this.openForms.run(() => formOf(request));
    } catch (error) {
      if (!(error instanceof CallsExceededError)) throw error;
      throw new ProblemError('too-many-requests', 'Too many forms arrive at once.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }
}
