import { randomUUID } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOf } from '../../admin/access/caller.js';
import { ProblemError } from '../../admin/problems/problem.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { FORM_KEY_FIELD } from '../../pages/form.js';
import { formOf } from './form-values.js';
import type { ConsoleRequest } from '../visit/visit.js';

const KEY = /^[0-9a-f-]{36}$/;

/** A key for a form that is about to be shown: however often it is then sent, its change happens once. */
export function newFormKey(): string {
  return randomUUID();
}

/** The key of a form that was sent, as an argument of a handler. */
export const CurrentFormKey = createParamDecorator(
  async (_: unknown, context: ExecutionContext): Promise<RequestKey> => {
    const key = await formKeyOf(context.switchToHttp().getRequest<ConsoleRequest>());
    if (!key) throw new ProblemError('malformed-request', 'The form is not complete.');
    return key;
  },
);

/** The key of a form that was sent; undefined without one. */
export async function formKeyOf(request: ConsoleRequest): Promise<RequestKey | undefined> {
  const form = await formOf(request);
  const key = form.exact(FORM_KEY_FIELD);
  if (!KEY.test(key)) return undefined;
  const { operatorId } = callerOf(request).principal;
  return { operatorId, key, route: `POST ${request.path}`, body: form.bytes };
}
