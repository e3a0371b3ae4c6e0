import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Scope } from './scopes.js';

export const NEEDED_SCOPE = 'souk:needed-scope';

/** Extension key of the OpenAPI document: the scope that an operation needs. */
export const SCOPE_EXTENSION = 'x-souk-scope';

/**
 * Closes a route, or all routes of a controller, to tokens that lack the scope (124). A route without a scope is open
 * to every token.
 */
export const NeedsScope = (scope: Scope): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(NEEDED_SCOPE, scope), ApiExtension(SCOPE_EXTENSION, scope));
