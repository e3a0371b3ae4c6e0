import type { Type } from '@nestjs/common';
import type { CsvColumns } from '../common/csv.js';
import type { Permission } from '../people/permissions/permissions.js';
import type { Shape } from './answers/shape.js';
import type { ThingId, Services } from './operation.js';

/** What is read, and for whom. */
export interface AskedReading<Id extends ThingId = number, Query extends object = object> {
  readonly services: Services;
  /** Of the thing; 0 for what the shop has once. */
  readonly id: Id;
  /** Of the second thing that the route names, if it does. */
  readonly below?: number | undefined;
  readonly query: Query;
  readonly may: (permission: Permission) => boolean;
  /** Whose days are counted; those of UTC if left out. */
  readonly timeZone?: string | undefined;
  /** The first day of weeks, from 1 for Monday to 7 for Sunday; Monday if left out. */
  readonly weekStart?: number | undefined;
  /** Aborted when nobody waits for the answer any more; undefined at the terminal. */
  readonly signal?: AbortSignal | undefined;
}

/** What a file has of an answer. */
export interface AnswerFile {
  readonly columns: CsvColumns;
  readonly rows: readonly object[];
}

/** One thing that operators can look at, declared once. */
export interface Reading<
  Answer extends object,
  Id extends ThingId = number,
  Query extends object = object,
> {
  /** The words of the command. */
  readonly name: string;
  /** In OpenAPI; the name with hyphens by default. */
  readonly operationId?: string;
  readonly summary: string;
  /** What else is to be said of it. */
  readonly description?: string;
  readonly permission: Permission;
  /** In the admin API, such as `GET accounts/:id`. */
  readonly route: string;
  /** What the thing is called, if it has an id. */
  readonly of?: string;
  /** What commands call it by, where that is not its id or name. */
  readonly calledBy?: string;
  /** Its parameters, if it has some. */
  readonly query?: Type<Query>;
  readonly answer: Type<Answer>;
  read(asked: AskedReading<Id, Query>): Promise<Answer>;
  /** The file of it, which is answered instead where its parameter `format` is `csv`. */
  file?(answer: Answer): AnswerFile;
}

/** A reading with parameters that may be saved as a file. */
export interface Report<Answer extends object, Query extends object> extends Reading<
  Answer,
  number,
  Query
> {
  readonly query: Type<Query>;
  file(answer: Answer): AnswerFile;
}

/** A reading by what is read, and the shape in which it is answered. */
interface ShapedReading<
  Thing,
  Answer extends object,
  Id extends ThingId,
  Query extends object,
> extends Omit<Reading<Answer, Id, Query>, 'answer' | 'read'> {
  readonly shape: Shape<Thing, Answer>;
  readonly read: (asked: AskedReading<Id, Query>) => Thing | Promise<Thing>;
}

/** Declares what is looked at, or saved as a file. */
export function report<Thing, Answer extends object, Query extends object>(
  declared: ShapedReading<Thing, Answer, number, Query> &
    Pick<Report<Answer, Query>, 'query' | 'file'>,
): Report<Answer, Query> {
  return { ...declared, ...reading(declared) };
}

export type AnyReading = Reading<object, ThingId>;

/** Declares what can be looked at. */
export function reading<
  Thing,
  Answer extends object,
  Id extends ThingId = number,
  Query extends object = object,
>({
  shape,
  read,
  ...declared
}: ShapedReading<Thing, Answer, Id, Query>): Reading<Answer, Id, Query> {
  return {
    ...declared,
    answer: shape.type,
    read: async (asked) => shape.of(await read(asked), asked.may),
  };
}
