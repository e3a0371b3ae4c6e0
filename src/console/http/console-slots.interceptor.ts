import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { OperatorSlots } from '../../admin/http/operator-slots.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { formOf } from './form-values.js';

/** Lets an instance work on a few requests of the console at a time. */
@Injectable()
export class ConsoleSlots implements NestInterceptor {
  private readonly slots = new OperatorSlots();

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const isChange = request.method === 'POST';
    // Before the slot is taken, so that a slow sender does not hold one.
    if (isChange) await formOf(request);
    return from(
      this.slots.inTurn(async (timeLimit) => {
        request.timeLimit = timeLimit;
        // The session may have ended while the form arrived and the request waited.
        if (isChange) await request.operator?.assertStillAdmitted();
        return lastValueFrom(next.handle()) as Promise<unknown>;
      }),
    );
  }
}
