import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { formOf, type FormValues } from '../http/form-values.js';
import { visitOf, type ConsoleRequest, type Visit } from '../visit/visit.js';

/** A form, with all that answering it may need. */
export interface SentForm {
  readonly visit: Visit;
  readonly form: FormValues;
  readonly request: ConsoleRequest;
  readonly response: Response;
}

/** The form that was sent, as the argument of a handler that no operation stands for. */
export const Sent = createParamDecorator(
  async (_: unknown, context: ExecutionContext): Promise<SentForm> => {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    return { visit: visitOf(request), form: await formOf(request), request, response };
  },
);
