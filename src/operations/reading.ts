import type { Type } from '@nestjs/common';
import type { Permission } from '../operators/permissions/permissions.js';
import type { Services } from './operation.js';

/** What is read, and for whom. */
export interface AskedReading {
  readonly services: Services;
  /** Of the thing; 0 for what the shop has once. */
  readonly id: number;
  readonly may: (permission: Permission) => boolean;
}

/** One thing that operators can look at, declared once. */
export interface Reading<Answer extends object> {
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
  read(asked: AskedReading): Promise<Answer>;
}

export type AnyReading = Reading<object>;

/** Declares what can be looked at. */
export function reading<Answer extends object>(declared: Reading<Answer>): Reading<Answer> {
  return declared;
}
