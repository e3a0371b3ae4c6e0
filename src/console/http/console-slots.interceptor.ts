import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { OperatorSlots } from '../../admin/http/operator-slots.js';
import { ReceivesFile } from '../../admin/http/request-slots.interceptor.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { formOf } from './form-values.js';
import { OpenForms, ReadsItsForm } from './open-forms.js';

/**
 * Lets an instance work on a few requests of operators at a time. Pages for everybody do without a slot, so that strangers
 * take none from operators: their own lane is that of `StrangerTurns`, and passwords are compared one at a time.
 */
@Injectable()
export class ConsoleSlots implements NestInterceptor {
  constructor(
    private readonly slots: OperatorSlots,
    private readonly reflector: Reflector,
    private readonly openForms: OpenForms,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const { operator } = request;
    if (operator && this.reflector.get(ReceivesFile, context.getHandler())) {
      request.inTurn = (work) => this.slots.inTurn(operator.principal.operatorId, work);
      return next.handle();
    }
    const isChange = request.method === 'POST';
    if (!operator) {
      if (isChange && !this.reflector.get(ReadsItsForm, context.getHandler()))
        await this.openForms.read(request);
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
}
