import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { isReading } from '../../common/http/souk-request.js';
import type { OperatorRequest } from '../access/caller.js';
import { mark } from '../../common/http/mark.js';
import { bodyOf } from './json-body.js';
import { OperatorSlots } from './operator-slots.js';

/** Marks a handler that receives a file of any size: it bounds by itself how many it takes at a time, and waits for slow senders. */
export const ReceivesFile = mark();

/** Lets an instance work on a few requests of operators at a time. */
@Injectable()
export class RequestSlots implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly slots: OperatorSlots,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<OperatorRequest>();
    if (this.reflector.get(ReceivesFile, context.getHandler())) {
      request.inTurn = (work) => this.slots.inTurn(operatorOf(request), work);
      return next.handle();
    }
    // Before the slot is taken, so that a slow sender does not hold one.
    await bodyOf(request);
    return from(
      this.slots.inTurn(operatorOf(request), async (timeLimit) => {
        request.timeLimit = timeLimit;
        // The token may have ended while the body arrived and the request waited.
        if (!isReading(request)) await request.operator?.assertStillAdmitted();
        const answer: unknown = await lastValueFrom(next.handle());
        return answer;
      }),
    );
  }
}

/** The guard lets nobody else in. */
function operatorOf({ operator }: OperatorRequest): number {
  return operator?.principal.operatorId ?? 0;
}
