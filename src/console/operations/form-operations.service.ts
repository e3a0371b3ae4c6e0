import { Injectable } from '@nestjs/common';
import { callerOf, type Caller } from '../../admin/access/caller.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { authorityOf } from '../../admin/operations/asked-operation.js';
import { OnceOnlyChanges } from '../../admin/requests/once-only.service.js';
import { referenceOf } from '../../admin/requests/request-key.js';
import { changeMark } from '../../database/change-mark.js';
import {
  isTrial,
  needsKey,
  type AnyOperation,
  type Operation,
  type ThingId,
} from '../../operations/operation.js';
import { idKey } from '../../operations/lists/page.js';
import { leavesUndoable } from '../../operations/shop/undo-table.js';
import { OperationRunner, type Ask } from '../../operations/running/operation-runner.js';
import { ENTITY_TAG_FIELD } from '../../pages/form.js';
import { formKeyOf } from '../http/form-key.js';
import { preconditionIn } from '../http/form-tag.js';
import { formOf } from '../http/form-values.js';
import { visitOf, type ConsoleRequest } from '../visit/visit.js';
import { formInput } from './form-input.js';

/** Runs the operations that forms of pages ask for. */
@Injectable()
export class FormOperations {
  constructor(
    private readonly runner: OperationRunner,
    private readonly onceOnly: OnceOnlyChanges,
  ) {}

  /** Runs an operation whose input was read by the page itself. @throws the errors of the operation */
  change<Thing, Input extends object, Answer extends object, Id extends ThingId>(
    operation: Operation<Thing, Input, Answer, Id>,
    caller: Caller,
    asked: Pick<Ask<Input>, 'id' | 'input' | 'expects'>,
  ): Promise<Answer> {
    return this.runner.run(operation, { ...asked, ...authorityOf(caller) });
  }

  /**
   * What a form asks of an operation.
   * @param given its fields, where they do not follow from their names
   * @throws ProblemError for a form that is not complete, or has wrong fields
   */
  async asked(
    operation: AnyOperation,
    request: ConsoleRequest,
    id: ThingId,
    given?: object,
  ): Promise<Ask<object>> {
    const { input, kind } = operation;
    const form = await formOf(request);
    const caller = callerOf(request);
    const isSetting = kind === 'setting';
    const isCompared = isSetting || form.has(ENTITY_TAG_FIELD);
    const { timeZone } = visitOf(request).conventions;
    const reading = { timeZone, holdsAll: isSetting };
    return {
      ...authorityOf(caller),
      id,
      input: input ? checkedInput(input, given ?? formInput(input, form, reading)) : {},
      ...(isCompared && { expects: preconditionIn(form).assert }),
      signal: request.timeLimit,
    };
  }

  /** Runs an operation, once for each form that was shown. @throws the errors of the operation */
  async run(operation: AnyOperation, request: ConsoleRequest, ask: Ask<object>): Promise<object> {
    const key = await formKeyOf(request);
    const onDone = undoNoterOf(operation, request, ask);
    const run = () => this.runner.run(operation, { ...ask, onDone });
    if (!key && needsKey(operation)) {
      throw new ProblemError('malformed-request', 'The form is not complete.');
    }
    if (!key || isTrial(ask.input)) return run();
    const asked = { ...ask, requestReference: referenceOf(key) };
    if (operation.takesKey) {
      return this.onceOnly.runParts(key, () => this.runner.run(operation, asked));
    }
    if (operation.kind !== 'once') return this.onceOnly.runUnlessSent(key, run);
    const change = await this.runner.change(operation, asked);
    return this.onceOnly.run(key, {
      ...change,
      run: (manager) => {
        onDone();
        return change.run(manager);
      },
    });
  }
}

/** Called within a change, notes its entry for the page that tells of it, if it can be undone. */
function undoNoterOf(operation: AnyOperation, request: ConsoleRequest, { input }: Ask<object>) {
  return (): void => {
    if (leavesUndoable(operation, input)) {
      visitOf(request).undoable = idKey([changeMark.getStore() ?? '']);
    }
  };
}
