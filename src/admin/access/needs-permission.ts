import { SetMetadata } from '@nestjs/common';
import type { Permission } from '../../people/permissions/permissions.js';

/** What a route asks for; `any` admits every operator. */
export type NeededPermission = Permission | 'any';

/** Metadata of a handler. */
export const NEEDED_PERMISSION = 'souk:needed-permission';

/** Opens a route to operators with the permission. A route without it is closed. */
export const NeedsPermission = (permission: NeededPermission): MethodDecorator =>
  SetMetadata(NEEDED_PERMISSION, permission);
