import {
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { CallsExceededError, LimitedCalls } from '../../common/limited-calls.js';
import type { OperatorRequest } from '../access/caller.js';
import { ProblemError } from '../problems/problem.js';
import { bodyOf } from './json-body.js';

/** Requests of the admin API that an instance works on at the same time; the other connections are left to orders. */
const LIMITS = { concurrent: 4, waiting: 200, timeoutMs: 60_000 };
const RETRY_AFTER_SECONDS = 1;

const RECEIVES_FILE = 'souk:receives-file';

/** Marks a handler that receives a file of any size: it bounds by itself how many it takes at a time, and waits for slow senders. */
export const ReceivesFile = (): MethodDecorator => SetMetadata(RECEIVES_FILE, true);

/** Lets an instance work on a few requests of operators at a time. */
@Injectable()
export class RequestSlots implements NestInterceptor {
  private readonly calls = new LimitedCalls(LIMITS);

  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (this.reflector.get<boolean>(RECEIVES_FILE, context.getHandler())) return next.handle();
    // Before the slot is taken, so that a slow sender does not hold one.
    const request = context.switchToHttp().getRequest<OperatorRequest>();
    await bodyOf(request);
    return from(
      this.inTurn(async () => {
        // The token may have ended while the body arrived and the request waited.
        if (!isReading(request)) await request.operator?.assertStillAdmitted();
        const answer: unknown = await lastValueFrom(next.handle());
        return answer;
      }),
    );
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const begun: { limit?: AbortSignal } = {};
    try {
      return await this.calls.run((limit) => {
        begun.limit = limit;
        return work();
      });
    } catch (error) {
      if (begun.limit?.aborted) throw new ProblemError('unavailable', 'It takes too long.');
      if (!(error instanceof CallsExceededError)) throw error;
      throw new ProblemError('too-many-requests', 'Too many requests of operators at once.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }
}

function isReading({ method }: OperatorRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}
