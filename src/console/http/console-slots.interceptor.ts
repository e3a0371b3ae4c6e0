import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ProblemError } from '../../admin/problems/problem.js';
import { CallsExceededError, LimitedCalls } from '../../common/limited-calls.js';
import { TimeLimitError } from '../../common/time-limit.js';
import { formOf } from './form-values.js';
import type { ConsoleRequest } from '../visit/visit.js';

/** Requests of the console that an instance works on at the same time; the other connections are left to orders. */
const LIMITS = { concurrent: 4, waiting: 200, timeoutMs: 60_000 };
const RETRY_AFTER_SECONDS = 1;

/** Lets an instance work on a few requests of the console at a time. */
@Injectable()
export class ConsoleSlots implements NestInterceptor {
  private readonly calls = new LimitedCalls(LIMITS);

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const isChange = request.method === 'POST';
    // Before the slot is taken, so that a slow sender does not hold one.
    if (isChange) await formOf(request);
    return from(
      this.inTurn(async () => {
        // The session may have ended while the form arrived and the request waited.
        if (isChange) await request.operator?.assertStillAdmitted();
        return lastValueFrom(next.handle()) as Promise<unknown>;
      }),
    );
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.calls.run(work);
    } catch (error) {
      if (error instanceof TimeLimitError)
        throw new ProblemError('unavailable', 'It takes too long.');
      if (!(error instanceof CallsExceededError)) throw error;
      throw new ProblemError('too-many-requests', 'Too many requests of operators at once.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }
}
