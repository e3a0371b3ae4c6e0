import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { SCOPE_EXTENSION } from '../account/access/needs-scope.js';
import {
  ApiNotPermittedError,
  IpNotAllowedError,
  MaintenanceError,
  ScopeMissingError,
  TokenInvalidError,
  TokenMissingError,
} from '../account/account.errors.js';
import type { WireError } from '../common/app-error.js';
import { ERRORS_EXTENSION } from '../common/http/api-wire-route.decorator.js';
import { ErrorBody } from '../common/http/error-body.js';
import { InternalError, TooManyRequestsError } from '../common/http/http.errors.js';
import { TOKEN_HEADER, WIRE_VERSION } from '../common/http/wire.js';
import { exampleOf, type Schema } from './schema-example.js';
import { WEBHOOKS } from './webhook-description.js';

const REQUEST_ID_HEADER = {
  'X-Request-Id': {
    description: 'Names the request; quote it when you ask the shop.',
    schema: { type: 'string' },
  },
};
const ETAG_HEADER = {
  ETag: {
    description: 'Of this answer, for the `If-None-Match` of a later request.',
    schema: { type: 'string' },
  },
};
/** Those of many answers, which refer to them. */
const SHARED_HEADERS = {
  RateLimit: {
    description:
      'Only for accounts with a limit of requests: those left, and the seconds until all are.',
    schema: { type: 'string', example: '"requests";r=587;t=2' },
  },
  'RateLimit-Policy': {
    description: 'Only for accounts with a limit of requests: how many in how many seconds.',
    schema: { type: 'string', example: '"requests";q=600;w=60' },
  },
  'RateLimit-Reset': {
    description:
      'Only where a limit a minute was reached: the whole seconds until it admits one more.',
    schema: { type: 'integer', example: 15 },
  },
  'Retry-After': {
    description: 'The seconds after which to send the same request again; 2 at most.',
    schema: { type: 'integer', example: 1 },
  },
} as const;

/** The errors of the guard, on every route that is not public. */
const GUARD_ERRORS: readonly WireError[] = [
  TokenMissingError,
  TokenInvalidError,
  ApiNotPermittedError,
  IpNotAllowedError,
  MaintenanceError,
  TooManyRequestsError,
].map(({ wire }) => wire);

/** The properties of an operation that are used here. */
export interface ApiOperationObject {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly ApiParameterObject[];
  responses: Record<string, unknown>;
  [extension: `x-${string}`]: unknown;
}

interface MediaType {
  readonly schema?: Schema;
  example?: unknown;
}

interface ApiParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: { readonly type?: string };
}

/**
 * Makes the OpenAPI 3.1 document of the application from its controllers.
 * @param without modules that have a document of their own.
 */
export function describeApi(
  app: INestApplication,
  baseUrl: string,
  without: readonly Type[] = [],
): OpenAPIObject {
  const modules = [...app.get(ModulesContainer).values()].map(({ metatype }) => metatype);
  const document = SwaggerModule.createDocument(app, documentBase(baseUrl), {
    include: modules.filter((module) => !without.includes(module)),
    extraModels: [ErrorBody],
  });
  closeSchemas(document);
  for (const { operation } of operationsOf(document)) {
    operation[ERRORS_EXTENSION] = errorsOf(operation);
    Object.assign(operation.responses, errorResponses(errorsOf(operation)));
  }
  addExamples(document);
  addHeaders(document);
  document.webhooks = WEBHOOKS;
  return document;
}

/** Adds errors to some operations; it may be repeated. */
export function addErrors(
  document: OpenAPIObject,
  operationIds: readonly string[],
  errors: readonly WireError[],
): void {
  if (errors.length === 0) return;
  for (const { operation } of operationsOf(document)) {
    if (!operationIds.includes(operation.operationId)) continue;
    const own = (operation[ERRORS_EXTENSION] ?? []) as WireError[];
    operation[ERRORS_EXTENSION] = withoutRepetitions([...own, ...errors]);
    Object.assign(operation.responses, errorResponses(errorsOf(operation)));
  }
}

/** Every operation with its path and method. */
export function operationsOf(
  document: OpenAPIObject,
): { path: string; method: string; operation: ApiOperationObject }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, ApiOperationObject>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
}

/** True when callers need no token. */
export function isPublic({ security }: ApiOperationObject): boolean {
  return security?.length === 0;
}

function documentBase(baseUrl: string) {
  return new DocumentBuilder()
    .setTitle('Souk')
    .setDescription('Reseller catalog and ordering. Amounts are in USD.')
    .setVersion(WIRE_VERSION)
    .setOpenAPIVersion('3.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(baseUrl)
    .addApiKey({ type: 'apiKey', in: 'header', name: TOKEN_HEADER }, TOKEN_HEADER)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'API token' }, 'bearer')
    .addSecurityRequirements(TOKEN_HEADER)
    .addSecurityRequirements('bearer')
    .build();
}

function errorsOf(operation: ApiOperationObject): WireError[] {
  const own = (operation[ERRORS_EXTENSION] ?? []) as WireError[];
  const scope = SCOPE_EXTENSION in operation ? [ScopeMissingError.wire] : [];
  const guarded = isPublic(operation) ? own : [...GUARD_ERRORS, ...scope, ...own];
  return withoutRepetitions([...guarded, InternalError.wire]);
}

/** One code can have two statuses. */
function withoutRepetitions(errors: readonly WireError[]): WireError[] {
  const named = errors.map((error) => [`${error.code} ${error.httpStatus}`, error] as const);
  return [...new Map(named).values()];
}

/** One response per status; its description lists the codes with this status. */
function errorResponses(errors: readonly WireError[]): Record<string, unknown> {
  const responses = [...Map.groupBy(errors, ({ httpStatus }) => httpStatus)].map(
    ([status, group]) => [status, errorResponse(group)] as const,
  );
  return Object.fromEntries(responses);
}

function errorResponse(group: readonly WireError[]) {
  const examples = group.map(({ code, meaning }) => {
    const value = { status: 'ERROR', code, error_code: code, message: meaning, error: meaning };
    return [String(code), { summary: meaning, value }];
  });
  return {
    description: group.map(({ code, meaning }) => `${code}: ${meaning}`).join(' '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorBody' },
        examples: Object.fromEntries(examples) as unknown,
      },
    },
  };
}

/**
 * Adds a complete example to every successful response, made of the examples of its properties. Responses of an
 * extension may have no content, no schema, or an example of their own.
 */
function addExamples(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const response = operation.responses['200'] as
      { content?: Record<string, MediaType> } | undefined;
    for (const media of Object.values(response?.content ?? {})) {
      if (!media.schema || 'examples' in media) continue;
      media.example ??= exampleOf(media.schema, document.components?.schemas ?? {});
    }
  }
}

function shared(...names: (keyof typeof SHARED_HEADERS)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Every answer names its request; some can be asked for again, are limited, or say when to try again. */
function addHeaders(document: OpenAPIObject): void {
  document.components = { ...document.components, headers: { ...SHARED_HEADERS } };
  for (const { operation } of operationsOf(document)) {
    const { responses } = operation;
    for (const [status, response] of Object.entries(responses)) {
      const isSuccess = status === '200' || status === '304';
      const headers = {
        ...REQUEST_ID_HEADER,
        ...('304' in responses && isSuccess && ETAG_HEADER),
        ...('429' in responses &&
          (isSuccess || status === '429') &&
          shared('RateLimit', 'RateLimit-Policy')),
        ...(status === '429' && shared('RateLimit-Reset')),
        ...((status === '429' || status === '503') && shared('Retry-After')),
      };
      Object.assign(response as object, { headers });
    }
  }
}

/**
 * An answer of a route with `@ApiWireRoute` contains no other than the documented keys, because clients take some other
 * keys for an error.
 */
function closeSchemas(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  const described = operationsOf(document).filter(({ operation }) => ERRORS_EXTENSION in operation);
  for (const name of schemasIn([described, { $ref: '#/components/schemas/ErrorBody' }], schemas)) {
    const schema = schemas[name];
    if (schema && 'properties' in schema) schema.additionalProperties ??= false;
  }
}

/** The names of the schemas that a part of the document refers to, directly or through others. */
function schemasIn(
  part: unknown,
  schemas: Readonly<Record<string, unknown>>,
  found = new Set<string>(),
): ReadonlySet<string> {
  const references = JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  for (const [, name = ''] of references) {
    if (found.has(name)) continue;
    found.add(name);
    schemasIn(schemas[name], schemas, found);
  }
  return found;
}
