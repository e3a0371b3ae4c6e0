import type { Type } from '@nestjs/common';
import type { Permission } from '../operators/permissions/permissions.js';
import type { Services, ThingId } from './operation.js';

/** What is read, and for whom. */
export interface AskedReading<Id extends ThingId = number> {
  readonly services: Services;
  /** Of the thing; 0 for what the shop has once. */
  readonly id: Id;
  readonly may: (permission: Permission) => boolean;
}

/** One thing that operators can look at, declared once. */
export interface Reading<Answer extends object, Id extends ThingId = number> {
  /** The words of the command. */
  readonly name: string;
  readonly operationId: string;
  readonly summary: string;
  readonly permission: Permission;
  /** In the admin API, such as `GET accounts/:id`. */
  readonly route: string;
  /** What the thing is called, if it has an id. */
  readonly of?: string;
  readonly answer: Type<Answer>;
  read(asked: AskedReading<Id>): Promise<Answer>;
}

export type AnyReading = Reading<object, ThingId>;

/** Declares what can be looked at. */
export function reading<Answer extends object, Id extends ThingId = number>(
  declared: Reading<Answer, Id>,
): Reading<Answer, Id> {
  return declared;
}
