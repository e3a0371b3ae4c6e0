import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtension,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  type ApiResponseSchemaHost,
} from '@nestjs/swagger';
import { BadParameterError, TemporarilyUnavailableError, type WireError } from '../app-error.js';
import { Public } from './public.decorator.js';
import type { RouteGroup } from './wire.js';

/** A query parameter of a route, as the OpenAPI document and the integration answer tell it. */
export interface WireParameter {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number';
  readonly required?: true;
  readonly enum?: readonly (string | number)[];
  readonly description: string;
  readonly example: string | number;
  /** True for one that is documented but not official. */
  readonly unlisted?: true;
}

type WireSchema = ApiResponseSchemaHost['schema'];

export interface WireRoute {
  /** Operation id, and name in the integration answer. */
  readonly name: string;
  /** Left out for routes that are documented but not official. */
  readonly group?: RouteGroup;
  /** True opens the route to callers without a token. */
  readonly public?: true;
  readonly summary: string;
  readonly description?: string;
  /** The success body: a class of the document, an array of it, or a schema. */
  readonly answer:
    { readonly type: Type; readonly isArray?: true } | { readonly schema: WireSchema };
  readonly query?: readonly WireParameter[];
  /** Errors beyond those that every route can give. */
  readonly errors: readonly WireError[];
}

/** What the integration answer needs to know of an official route beyond the OpenAPI document. */
export interface RouteExtension {
  readonly group: RouteGroup;
  /** Names of the parameters that are left out there. */
  readonly unlisted: readonly string[];
}

/** Extension keys under which the OpenAPI document carries what the integration answer tells. */
export const ROUTE_EXTENSION = 'x-souk-route';
export const ERRORS_EXTENSION = 'x-souk-errors';

/** Any route can meet a malformed request or a database that is away. */
const COMMON_ERRORS = [BadParameterError.wire, TemporarilyUnavailableError.wire];

/** Describes a route of the wire once, for the OpenAPI document and the integration answer alike. */
export function ApiWireRoute(route: WireRoute): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: route.name,
      summary: route.summary,
      ...(route.description !== undefined && { description: route.description }),
      ...(route.group && { tags: [route.group] }),
      ...(route.public && { security: [] }),
    }),
    ...(route.query ?? []).map(apiQuery),
    ApiResponse({ status: 200, description: 'Success', ...route.answer }),
    ApiExtension(ERRORS_EXTENSION, [...route.errors, ...COMMON_ERRORS]),
    ...(route.group ? [ApiExtension(ROUTE_EXTENSION, routeExtension(route.group, route))] : []),
    ...(route.public ? [Public()] : []),
  );
}

function routeExtension(group: RouteGroup, { query = [] }: WireRoute): RouteExtension {
  return { group, unlisted: query.filter(({ unlisted }) => unlisted).map(({ name }) => name) };
}

function apiQuery(parameter: WireParameter): MethodDecorator {
  const { name, type, required, enum: values, description, example } = parameter;
  return ApiQuery({
    name,
    description,
    required: required ?? false,
    schema: { type, example, ...(values && { enum: [...values] }) },
  });
}
