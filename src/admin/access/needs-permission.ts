import { SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { Permission } from '../../people/permissions/permissions.js';
import { ProblemError } from '../problems/problem.js';
import type { Caller } from './caller.js';

/** What a route asks for; `any` admits every operator. */
export type NeededPermission = Permission | 'any';

/** Metadata of a handler. */
export const NEEDED_PERMISSION = 'souk:needed-permission';

/** Opens a route to operators with the permission. A route without it is closed. */
export const NeedsPermission = (permission: NeededPermission): MethodDecorator =>
  SetMetadata(NEEDED_PERMISSION, permission);

/** What throws a ProblemError unless an operator may use the route. @param what is said of a route that nobody may use */
export function admissionTo(
  what: 'route' | 'page',
  reflector: Reflector,
  context: ExecutionContext,
): (caller: Caller) => void {
  const needed = reflector.get<NeededPermission | undefined>(
    NEEDED_PERMISSION,
    context.getHandler(),
  );
  return (caller) => {
    if (needed === undefined) {
      throw new ProblemError('permission-missing', `This ${what} is closed to everybody.`);
    }
    if (needed !== 'any') caller.assertMay(needed);
  };
}
