import { Injectable } from '@nestjs/common';
import { callerOf } from '../../admin/access/caller.js';
import { checked } from '../../admin/http/checked.pipe.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { OnceOnlyChanges } from '../../admin/requests/once-only.service.js';
import { referenceOf } from '../../admin/requests/request-key.js';
import type { AnyOperation } from '../../operations/operation.js';
import { OperationRunner, type Ask } from '../../operations/running/operation-runner.js';
import { formKeyOf } from '../http/form-key.js';
import { preconditionIn } from '../http/form-tag.js';
import { formOf } from '../http/form-values.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { formInput } from './form-input.js';

/** Runs the operations that forms of pages ask for. */
@Injectable()
export class FormOperations {
  constructor(
    private readonly runner: OperationRunner,
    private readonly onceOnly: OnceOnlyChanges,
  ) {}

  /** What a form asks of an operation. @throws ProblemError for a form that is not complete, or has wrong fields */
  async asked(operation: AnyOperation, request: ConsoleRequest, id: number): Promise<Ask<object>> {
    const { input, kind } = operation;
    const form = await formOf(request);
    const caller = callerOf(request);
    const isSetting = kind === 'setting';
    return {
      by: caller.author,
      id,
      input: input ? checked(input, formInput(input, form, isSetting)) : {},
      ...(isSetting && { expects: preconditionIn(form).assert }),
      signal: request.timeLimit,
      assertMay: (permission) => {
        caller.assertMay(permission);
      },
    };
  }

  /** Runs an operation, once for each form that was shown. @throws the errors of the operation */
  async run(operation: AnyOperation, request: ConsoleRequest, ask: Ask<object>): Promise<object> {
    const key = await formKeyOf(request);
    const run = () => this.runner.run(operation, ask);
    if (operation.kind !== 'once') return key ? this.onceOnly.runUnlessSent(key, run) : run();
    if (!key) throw new ProblemError('malformed-request', 'The form is not complete.');
    const asked = { ...ask, requestReference: referenceOf(key) };
    return this.onceOnly.run(key, this.runner.change(operation, asked));
  }
}
