import { Inject, Injectable } from '@nestjs/common';
import type { WireError } from '../common/app-error.js';
import {
  ERRORS_EXTENSION,
  ROUTE_EXTENSION,
  type RouteExtension,
} from '../common/http/api-wire-route.decorator.js';
import { MethodNotAllowedError, RouteNotFoundError } from '../common/http/http.errors.js';
import { TOKEN_HEADER, WIRE_VERSION } from '../common/http/wire.js';
import { CURRENCY } from '../common/money.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { ApiDescription } from './api-description.js';
import { isPublic, operationsOf, type ApiOperationObject } from './api-document.js';
import type { IntegrationDto, IntegrationRouteDto } from './integration.dto.js';

/** Makes the integration answer for client programs from the OpenAPI document. */
@Injectable()
export class IntegrationService {
  constructor(
    private readonly description: ApiDescription,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /** @param receiptKeys the fingerprints of the keys that sign receipts */
  integration(receiptKeys: readonly string[]): IntegrationDto {
    const baseUrl = this.config.BASE_URL;
    const operations = operationsOf(this.description.document);
    return {
      status: 'OK',
      version: WIRE_VERSION,
      base_url: baseUrl,
      auth: { header: TOKEN_HEADER, alternative: 'Authorization: Bearer <API_TOKEN>' },
      openapi: `${baseUrl}/openapi.json`,
      currency: CURRENCY,
      routes: operations.flatMap(({ path, method, operation }) => {
        const official = extensionOf(operation);
        return official ? [officialRoute(path, method, official, operation)] : [];
      }),
      errors: errorsOf(operations.map(({ operation }) => operation)),
      ...(receiptKeys.length > 0 && { receipt_keys: receiptKeys }),
    };
  }
}

function extensionOf(operation: ApiOperationObject): RouteExtension | undefined {
  return operation[ROUTE_EXTENSION] as RouteExtension | undefined;
}

function officialRoute(
  path: string,
  method: string,
  { group, unlisted }: RouteExtension,
  operation: ApiOperationObject,
): IntegrationRouteDto {
  const query = (operation.parameters ?? []).filter(
    (parameter) => parameter.in === 'query' && !unlisted.includes(parameter.name),
  );
  return {
    name: operation.operationId,
    method,
    path,
    auth: !isPublic(operation),
    group,
    query: query.map(({ name, schema, required }) => ({
      name,
      type: schema?.type ?? 'string',
      required: required ?? false,
    })),
  };
}

function errorsOf(operations: readonly ApiOperationObject[]): { code: number; meaning: string }[] {
  const ofOperations = operations.flatMap(
    (operation) => operation[ERRORS_EXTENSION] as WireError[],
  );
  // These two belong to no operation, because they are the answers to requests that match no operation.
  const all = [...ofOperations, RouteNotFoundError.wire, MethodNotAllowedError.wire];
  const byCode = new Map(all.map(({ code, meaning }) => [code, { code, meaning }]));
  return [...byCode.values()].sort((left, right) => left.code - right.code);
}
