import type { Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditedChange } from '../account/caller-audit.js';
import type { ChangeAuthor } from '../people/changes/change-author.js';
import type { Permission } from '../people/permissions/permissions.js';
import type { Endpoint } from '../outgoing/endpoint.js';
import type { Shape } from './answers/shape.js';

/** Finds a service of the shop. */
export type Services = <Service>(type: Type<Service>) => Service;

/** What a path calls a thing by: `:id` is a number, `:uuid` a UUID, and any other parameter a text such as its name. */
export type ThingId = number | string;

/** The parameters of a route: the first calls its thing, and a second one, by its id, one that is looked at from there. */
export function parametersOf(route: string): string[] {
  return [...route.matchAll(/(?<=:)\w+/g)].map(([name]) => name);
}

/** The parameter of a route that calls its thing; undefined if it has none. */
export function parameterOf(route: string): string | undefined {
  return parametersOf(route)[0];
}

/** True if a route calls its thing by a text. */
export function isNamed(route: string): boolean {
  const parameter = parameterOf(route);
  return parameter !== undefined && parameter !== 'id';
}

/** A kind of thing that operations change, such as an account. */
export interface Target<Thing = unknown, Id extends ThingId = number> {
  /** What it is called, in the audit and in commands. */
  readonly noun: string;
  /** What commands call it by, where that is not its id or name. */
  readonly calledBy?: string;
  /** Reads it for a change, and locks it until the end of the transaction. @throws MissingError */
  locked(services: Services, manager: EntityManager, id: Id): Promise<Thing>;
  /** What answers tell of it, without secrets; nothing of one that is not there. */
  readonly shape?: Shape<NonNullable<Thing>, object>;
  /** What the audit tells of it, where that is something else. */
  told?(thing: Thing): object;
  /** What a change compares, where others change more of it meanwhile. */
  compared?(thing: Thing): object;
  /** Its id, where people may call it by something else, such as its name. @throws OperatorError */
  named?(services: Services, name: string): Promise<Id>;
}

/** A kind of thing that only operations `outside` change. */
export const unlocked = <Id extends ThingId = number>(noun: string): Target<unknown, Id> => ({
  noun,
  locked: () => Promise.reject(new Error(`nobody locks an ${noun}`)),
});

/** What was asked of an operation. */
export interface Asked<Input, Id extends ThingId = number> {
  readonly services: Services;
  readonly id: Id;
  readonly input: Input;
  readonly by: ChangeAuthor;
  /** A text that the same request has when it is sent again; undefined where nobody sends it again. */
  readonly requestReference: string | undefined;
  /** @throws an error of the door for an operator without the permission */
  readonly assertMay: (permission: Permission) => void;
  readonly may: (permission: Permission) => boolean;
  /** Lets a host within the own network be asked, for who sits at the terminal; undefined for others, who may not. */
  readonly allowHost: ((host: Endpoint) => Promise<void>) | undefined;
  /** Throws if what the operation itself locks is not what the caller has seen. */
  readonly expects: (shown: object) => void;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
}

/** What an operation works with. */
export interface Work<Thing, Input, Id extends ThingId = number> extends Asked<Input, Id> {
  /** Of the transaction of the change. */
  readonly manager: EntityManager;
  /** As it was before. */
  readonly thing: Thing;
  /** What `prepare` has found. */
  readonly prepared: unknown;
}

/** The outcome of an operation whose answer, or entry in the audit, is not what is shown of its target. */
export interface Outcome<Answer> extends Partial<AuditedChange> {
  readonly answer: Answer;
}

/**
 * Something that operators can do, declared once: the admin API, the command line and the console are made from it.
 * The values before and after are those of its target, read under its lock.
 */
export interface Operation<
  Thing,
  Input extends object,
  Answer extends object,
  Id extends ThingId = number,
> {
  /** The words of the command, and the action in the audit. */
  readonly name: string;
  /** The action in the audit, where it follows from what is asked. */
  action?(input: Input): string;
  /** What the audit tells of it besides its input. */
  readonly noted?: Readonly<Record<string, unknown>>;
  /** In OpenAPI; the name with hyphens by default. */
  readonly operationId?: string;
  /** What it does, as the end of "you can …". */
  readonly summary: string;
  /** More of it, in OpenAPI. */
  readonly description?: string;
  readonly permission: Permission;
  /** Method and path in the admin API, such as `PATCH groups/:id`. */
  readonly route: string;
  /** What it changes; undefined for what concerns the shop. */
  readonly target?: Target<Thing, Id>;
  readonly input?: Type<Input>;
  readonly answer: Type<Answer>;
  /** True for what makes something, below its target if it has one. */
  readonly makes?: true;
  /**
   * `change` by default. `setting` needs what the caller has read before; `once` is done once for each key of a request;
   * `outside` has transactions of its own: its target is not locked, and it tells its outcome itself. `reading` changes nothing, and
   * leaves no entry in the audit: it is sent a file, so that it is no reading of an address.
   */
  readonly kind?: 'change' | 'setting' | 'once' | 'outside' | 'reading';
  /** What the audit tells of the input, where that is something else, since it holds secrets or is long. */
  details?(input: Input): object;
  /** Done before the transaction begins, such as looking up an address. It may refuse, and `run` gets what it has found. */
  prepare?(asked: Asked<Input, Id>): Promise<unknown>;
  /** Of the answer, where that is not 201 for what is done once for each key. */
  readonly status?: 200;
  /**
   * True for what is `outside` and needs the key of a request as well: under it, it runs again until it has answered, with the
   * same `requestReference`, which it hands on to what is done once.
   */
  readonly takesKey?: true;
  /** True for what is `outside` and has its entry in the audit written by its service. */
  readonly hasOwnEntry?: true;
  /** @returns nothing where the answer is what is shown of the target afterwards */
  run(work: Work<Thing, Input, Id>): Promise<Outcome<Answer> | undefined>;
  /** What an error of `run` means, asked after its transaction has ended. */
  refusalOf?(error: unknown, work: Work<Thing, Input, Id>): Promise<unknown>;
}

/** An operation of any target, input and answer. */
export type AnyOperation = Operation<unknown, object, object, ThingId>;

/** True for what is only tried, by a field `dry_run`: it is answered and undone, and leaves no entry in the audit. */
export const isTrial = (input: object): boolean => 'dry_run' in input && input.dry_run === true;

/** True for what requests ask for by a key, so that their answer is kept. */
export const isKeyed = ({ kind, takesKey }: Pick<AnyOperation, 'kind' | 'takesKey'>): boolean =>
  kind === 'once' || takesKey === true;

/** True for what needs the key of a form: what is made twice is there twice; to change something twice to the same does no harm. */
export const needsKey = (operation: Pick<AnyOperation, 'kind' | 'takesKey' | 'makes'>): boolean =>
  isKeyed(operation) || operation.makes === true;

/** What answers what is shown of its target. */
interface TargetOperation<
  Thing,
  Input extends object,
  Shown extends object,
  Id extends ThingId,
> extends Omit<Operation<Thing, Input, Shown, Id>, 'answer' | 'target'> {
  readonly target: Target<Thing, Id> & { readonly shape: Shape<NonNullable<Thing>, Shown> };
}

/** Declares an operation, whose types follow from its parts; without an answer it has that of its target. */
export function operation<
  Thing,
  Input extends object,
  Answer extends object,
  Id extends ThingId = number,
>(
  declared: Operation<Thing, Input, Answer, Id> | TargetOperation<Thing, Input, Answer, Id>,
): Operation<Thing, Input, Answer, Id> {
  return 'answer' in declared ? declared : { ...declared, answer: declared.target.shape.type };
}
