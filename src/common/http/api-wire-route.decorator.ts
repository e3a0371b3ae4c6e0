import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import {
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  type ApiResponseSchemaHost,
} from '@nestjs/swagger';
import { BadParameterError, TemporarilyUnavailableError, type WireError } from '../app-error.js';
import { Public } from './public.decorator.js';
import type { RouteGroup } from './wire.js';

/** A query parameter of a route, for the OpenAPI document and the integration answer. */
export interface WireParameter {
  readonly name: string;
  /** An object stands for one parameter for each of its properties. */
  readonly type: 'string' | 'integer' | 'number' | 'object';
  readonly required?: true;
  readonly enum?: readonly (string | number)[];
  readonly description: string;
  /** What the documentation page sends; missing for a parameter that it leaves out. */
  readonly example?: string | number | Readonly<Record<string, string>>;
  /** True for a parameter that is in the OpenAPI document but not in the integration answer. */
  readonly unlisted?: true;
}

type WireSchema = ApiResponseSchemaHost['schema'];

export interface WireRoute {
  /** Operation id, and name in the integration answer. */
  readonly name: string;
  /** Undefined for a route that is in the OpenAPI document but not in the integration answer. */
  readonly group?: RouteGroup;
  /** The heading under which the documentation lists the route. */
  readonly tag?: string;
  /** True opens the route to callers without a token. */
  readonly public?: true;
  readonly summary: string;
  readonly description?: string;
  /** The success body: a class of the document, an array of it, or a schema. */
  readonly answer:
    { readonly type: Type; readonly isArray?: true } | { readonly schema: WireSchema };
  readonly query?: readonly WireParameter[];
  /** True if the answer carries an `ETag`, by which a later request can be answered 304. */
  readonly hasEtag?: true;
  /** Errors besides those that every route can answer. */
  readonly errors: readonly WireError[];
}

/** What the integration answer needs of a route besides the OpenAPI document. */
export interface RouteExtension {
  readonly group: RouteGroup;
  /** Names of the parameters that the integration answer leaves out. */
  readonly unlisted: readonly string[];
}

/** Extension keys of the OpenAPI document from which the integration answer is made. */
export const ROUTE_EXTENSION = 'x-souk-route';
export const ERRORS_EXTENSION = 'x-souk-errors';

/** Metadata of a handler: the group that its route claims. */
export const GROUP_OF_ROUTE = 'souk:group-of-route';

/** Every route can answer these: the request is malformed, or the database is unavailable. */
const COMMON_ERRORS = [BadParameterError.wire, TemporarilyUnavailableError.wire];

/** What a route whose answer carries an `ETag` has besides. */
const REVALIDATION = [
  ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: 'The `ETag` of an earlier answer; 304 if the answer would still be the same.',
  }),
  ApiResponse({ status: 304, description: 'The answer is still that of `If-None-Match`.' }),
];

/** Describes a route for both the OpenAPI document and the integration answer. */
export function ApiWireRoute(route: WireRoute): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: route.name,
      summary: route.summary,
      ...(route.description !== undefined && { description: route.description }),
      ...(route.tag !== undefined && { tags: [route.tag] }),
      ...(route.public && { security: [] }),
    }),
    ...(route.query ?? []).map(apiQuery),
    ApiResponse({ status: 200, description: 'Success', ...route.answer }),
    ...(route.hasEtag ? REVALIDATION : []),
    ApiExtension(ERRORS_EXTENSION, [...route.errors, ...COMMON_ERRORS]),
    ...(route.group
      ? [
          ApiExtension(ROUTE_EXTENSION, routeExtension(route.group, route)),
          SetMetadata(GROUP_OF_ROUTE, route.group),
        ]
      : []),
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
    schema: {
      type,
      ...(type === 'object' && { additionalProperties: { type: 'string' } }),
      ...(example !== undefined && { example }),
      ...(values && { enum: [...values] }),
    },
    ...(type === 'object' && { style: 'form', explode: true }),
  });
}
