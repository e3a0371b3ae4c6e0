import type { EntityManager } from 'typeorm';
import type { AuditedAction } from '../../account/caller-audit.js';
import { Database } from '../../database/database.js';
import type { AuditedChanges, Changed } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Permission } from '../../operators/permissions/permissions.js';
import type { Operation, Outcome, Services, Work } from '../operation.js';

/** What a door hands over. */
export interface Ask<Input> {
  readonly by: ChangeAuthor;
  /** Of the target. */
  readonly id?: number;
  readonly input: Input;
  /** Throws if the target has changed since the caller read it. */
  readonly expects?: (shown: object) => void;
  readonly requestReference?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly assertMay: (permission: Permission) => void;
}

/** An operation that was asked for, ready to run in a transaction. */
export interface AskedChange<Answer> {
  readonly author: ChangeAuthor;
  readonly action: Pick<AuditedAction, 'name' | 'details'>;
  readonly run: (manager: EntityManager) => Promise<Changed<Answer>>;
  readonly refusalOf: (error: unknown) => Promise<unknown>;
}

/** Runs operations for all doors, each with one entry in the audit. */
export class OperationRunner {
  constructor(
    private readonly services: Services,
    private readonly changes: AuditedChanges,
  ) {}

  /** @throws the errors of the operation */
  run<Thing, Input extends object, Answer extends object>(
    operation: Operation<Thing, Input, Answer>,
    ask: Ask<Input>,
  ): Promise<Answer> {
    const { author, action, run, refusalOf } = this.change(operation, ask);
    if (operation.kind !== 'outside') return this.changes.run(author, action, run, refusalOf);
    return this.changes.around(author, action, () => run(this.services(Database).manager));
  }

  /** The same for a door that runs the change itself, such as once for each key. */
  change<Thing, Input extends object, Answer extends object>(
    operation: Operation<Thing, Input, Answer>,
    ask: Ask<Input>,
  ): AskedChange<Answer> {
    const { target, name } = operation;
    const { id = 0, requestReference, signal, expects, ...asked } = ask;
    const given = { ...asked, id, requestReference, signal, services: this.services };
    let work: Work<Thing, Input> | undefined;
    const run = async (manager: EntityManager): Promise<Changed<Answer>> => {
      const thing = await this.thing(operation, manager, id);
      const before = target ? target.shown(thing) : null;
      if (before) expects?.(before);
      const present = { ...given, manager, thing };
      work = present;
      const outcome: Outcome<Answer> = (await operation.run(present)) ?? {
        answer: target?.shown(await this.thing(operation, manager, id)) as Answer,
      };
      const { answer } = outcome;
      return { before: recordOf(before), after: recordOf(answer), ...outcome, result: answer };
    };
    return {
      author: ask.by,
      action: { name, details: { ...(target && { [target.noun]: id }), ...ask.input } },
      run,
      refusalOf: (error) =>
        work && operation.refusalOf ? operation.refusalOf(error, work) : Promise.resolve(error),
    };
  }

  /** The target as it is now, for which there is a transaction of its own where the operation has none. */
  private async thing<Thing>(
    { target, kind }: Pick<Operation<Thing, never, never>, 'target' | 'kind'>,
    manager: EntityManager,
    id: number,
  ): Promise<Thing> {
    const read = async (within: EntityManager): Promise<Thing | undefined> =>
      target?.locked(this.services, within, id);
    const database = this.services(Database);
    const thing = kind === 'outside' ? database.transaction(read) : read(manager);
    return (await thing) as Thing;
  }
}

function recordOf(shown: object | null): Record<string, unknown> | null {
  return shown && { ...shown };
}
