import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PERMISSION_EXTENSION } from '../http/admin-route.decorator.js';
import { PERMISSION_NAMES } from '../../people/permissions/permissions.js';
import { ShopPermissions } from '../../people/permissions/shop-permissions.js';
import { PROBLEMS, PROBLEM_TYPE_PREFIX } from '../problems/problem.js';
import { ProblemDto } from './problem.dto.js';

/** Of the paths of the admin API; it changes with the paths. */
const VERSION = '1';

interface Operation {
  description?: string;
  parameters?: readonly { readonly name: string; readonly in: string }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
  [PERMISSION_EXTENSION]?: string;
}

/**
 * Makes the OpenAPI 3.1 document of the admin API from its controllers.
 * @param modules with all of its controllers.
 */
export function describeAdmin(
  app: INestApplication,
  modules: readonly Type[],
  baseUrl: string,
): OpenAPIObject {
  const base = new DocumentBuilder()
    .setTitle('Souk admin API')
    .setDescription(
      'For operators and their programs. Amounts are USD as texts, times and days are UTC.',
    )
    .setVersion(VERSION)
    .setOpenAPIVersion('3.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(baseUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'souk_op_…' }, 'bearer')
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, base, {
    include: [...modules],
    extraModels: [ProblemDto],
  });
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item as Record<string, Operation>)) complete(operation);
  }
  return withPermissions(document, app.get(ShopPermissions, { strict: false }).names);
}

/** Names the permissions of extensions where all permissions are named. */
function withPermissions(document: OpenAPIObject, names: readonly string[]): OpenAPIObject {
  if (names.length === PERMISSION_NAMES.length) return document;
  const own = JSON.stringify(PERMISSION_NAMES);
  const named = (key: string, value: unknown): unknown =>
    key === 'enum' && JSON.stringify(value) === own ? names : value;
  return JSON.parse(JSON.stringify(document), named) as OpenAPIObject;
}

/** Adds the permission to the description, and the problems to the responses. */
function complete(operation: Operation): void {
  const permission = operation[PERMISSION_EXTENSION];
  const needed = permission === 'any' ? 'Any operator.' : `Needs the permission \`${permission}\`.`;
  operation.description = [operation.description, needed].filter(Boolean).join(' ');
  for (const [name, { status, title }] of Object.entries(PROBLEMS)) {
    if (!canAnswer(operation, status)) continue;
    const known = operation.responses[status] as { description: string } | undefined;
    const line = `\`${PROBLEM_TYPE_PREFIX}${name}\`: ${title}.`;
    operation.responses[status] = {
      description: known ? `${known.description} ${line}` : line,
      content: {
        'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDto' } },
      },
    };
  }
}

/** False for problems that the operation cannot have. */
function canAnswer({ parameters = [], requestBody }: Operation, status: number): boolean {
  const hasHeader = (name: string): boolean =>
    parameters.some((parameter) => parameter.name === name);
  if (status === 405) return false;
  if (status === 412 || status === 428) return hasHeader('If-Match');
  if (status === 413 || status === 415) return requestBody !== undefined;
  return true;
}
