import type { EntityManager } from 'typeorm';
import type { AuditedAction } from '../../account/caller-audit.js';
import { Database } from '../../database/database.js';
import type { AuditedChanges, Changed } from '../../people/changes/audited-changes.js';
import type { ChangeAuthor } from '../../people/changes/change-author.js';
import { fieldsOf } from '../fields/described-field.js';
import {
  isNamed,
  isTrial,
  parameterOf,
  type AnyOperation,
  type Asked,
  type Operation,
  type Services,
  type Target,
  type ThingId,
  type Work,
} from '../operation.js';

/** What a door hands over. */
export interface Ask<Input> extends Pick<Asked<Input>, 'by' | 'input' | 'assertMay' | 'may'> {
  /** Of the target. */
  readonly id?: ThingId;
  /** True for an id that stands for itself, so that nothing is read to find what it calls. */
  readonly isExactId?: boolean;
  /** Throws if the target has changed since the caller read it. */
  readonly expects?: (shown: object) => void;
  readonly requestReference?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly allowHost?: Asked<Input>['allowHost'];
  /** Told the answer when it is committed, before anything else can fail: what cannot be shown later is shown then. */
  readonly onDone?: (answer: object) => unknown;
}

/** An operation that was asked for, ready to run in a transaction. */
export interface AskedChange<Answer> {
  readonly author: ChangeAuthor;
  readonly action: Pick<AuditedAction, 'name' | 'details'>;
  readonly prepare: () => Promise<void>;
  readonly run: (manager: EntityManager) => Promise<Changed<Answer>>;
  readonly refusalOf: (error: unknown) => Promise<unknown>;
}

/** Runs operations for all doors, each with one entry in the audit. */
export class OperationRunner {
  constructor(
    /** Of the shop, for what is only read. */
    readonly services: Services,
    private readonly changes: AuditedChanges,
  ) {}

  /** What is only read, or tried by the field `dry_run`, changes nothing and leaves no entry. @throws the errors of the operation */
  async run<Thing, Input extends object, Answer extends object, Id extends ThingId>(
    operation: Operation<Thing, Input, Answer, Id>,
    ask: Ask<Input>,
  ): Promise<Answer> {
    const { author, action, prepare, run, refusalOf } = await this.change(operation, ask);
    const database = this.services(Database);
    const isTried = isTrial(ask.input);
    const change = async (): Promise<Changed<Answer>> => {
      await prepare();
      try {
        const changed = isOutside(operation)
          ? await run(database.manager)
          : await database.transaction(run, { dryRun: isTried });
        return changed;
      } catch (error) {
        throw await refusalOf(error);
      }
    };
    if (!isTried && operation.kind !== 'reading' && !operation.hasOwnEntry) {
      return this.changes.around(author, action, change, ask.onDone);
    }
    const { result } = await change();
    await ask.onDone?.(result);
    return result;
  }

  /** The same for a door that runs the change itself, such as once for each key. @throws MissingError */
  async change<Thing, Input extends object, Answer extends object, Id extends ThingId>(
    operation: Operation<Thing, Input, Answer, Id>,
    ask: Ask<Input>,
  ): Promise<AskedChange<Answer>> {
    const { target, name } = operation;
    const { expects = () => undefined, requestReference, signal, allowHost } = ask;
    const { services } = this;
    const id = await idOf(operation, services, ask);
    const given = { ...ask, services, id, requestReference, signal, allowHost, expects };
    let prepared: unknown;
    let work: Work<Thing, Input, Id> | undefined;
    const run = async (manager: EntityManager): Promise<Changed<Answer>> => {
      const read = () => lockedOf(operation, services, manager, id);
      const thing = await read();
      // One that is not there yet is shown as nothing.
      if (target && thing !== undefined)
        expects(target.compared?.(thing) ?? shownOf(target, thing));
      const before = toldOf(target, thing);
      const present = { ...given, manager, thing, prepared };
      work = present;
      const outcome = await operation.run(present);
      if (outcome) {
        const { answer } = outcome;
        return { before, after: recordOf(answer), ...outcome, result: answer };
      }
      const after = await read();
      if (!target?.shape || !after) throw new Error(`${name} has no answer`);
      return { before, after: toldOf(target, after), result: target.shape.of(after) as Answer };
    };
    return {
      author: ask.by,
      action: actionOf(operation, { ...ask, id }),
      prepare: async () => {
        prepared = await operation.prepare?.(given);
      },
      run,
      refusalOf: (error) =>
        work && operation.refusalOf ? operation.refusalOf(error, work) : Promise.resolve(error),
    };
  }
}

/** Of the target, which a route may call by something else than its id. */
async function idOf<Thing, Id extends ThingId>(
  { route, target }: Pick<Operation<Thing, object, object, Id>, 'route' | 'target'>,
  services: Services,
  { id = 0, isExactId = false }: Pick<Ask<object>, 'id' | 'isExactId'>,
): Promise<Id> {
  return isNamed(route) && target?.named && !isExactId
    ? target.named(services, String(id))
    : (id as Id);
}

/** The target as it is now; undefined for what has transactions of its own. */
async function lockedOf<Thing, Id extends ThingId>(
  operation: Pick<Operation<Thing, object, object, Id>, 'kind' | 'hasOwnEntry' | 'target'>,
  services: Services,
  manager: EntityManager,
  id: Id,
): Promise<Thing> {
  if (isOutside(operation)) return undefined as Thing;
  return (await operation.target?.locked(services, manager, id)) as Thing;
}

/** True for what has transactions of its own. */
function isOutside({ kind, hasOwnEntry }: Pick<AnyOperation, 'kind' | 'hasOwnEntry'>): boolean {
  return kind === 'outside' || kind === 'reading' || hasOwnEntry === true;
}

/** What was asked for, with `***` in place of secrets, and of which thing. */
function actionOf(
  { name, route, target, input: type, ...operation }: AnyOperation,
  { input, id = 0 }: Ask<object>,
): AskedChange<never>['action'] {
  const noun = parameterOf(route) === undefined ? undefined : target?.noun;
  const secrets = (type ? fieldsOf(type) : []).filter(({ isSecret }) => isSecret);
  const told = Object.entries(operation.details?.(input) ?? input).map(([field, value]) => {
    const isSecret = secrets.some((one) => one.name === field);
    return [field, isSecret && value !== undefined ? '***' : (value as unknown)] as const;
  });
  const details = {
    ...operation.noted,
    ...Object.fromEntries(told),
    ...(noun !== undefined && { [noun]: id }),
  };
  return { name: operation.action?.(input) ?? name, details };
}

type Told = Record<string, unknown> | null;

/** What the audit tells of a thing; null for one that is not there. */
function toldOf<Thing, Id extends ThingId>(
  target: Target<Thing, Id> | undefined,
  thing: Thing,
): Told {
  return target && thing ? recordOf(target.told?.(thing) ?? shownOf(target, thing)) : null;
}

function shownOf<Thing, Id extends ThingId>({ shape }: Target<Thing, Id>, thing: Thing): object {
  return shape && thing ? shape.of(thing) : {};
}

function recordOf(shown: object): Record<string, unknown> {
  return { ...shown };
}
