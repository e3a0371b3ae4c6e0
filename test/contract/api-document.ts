import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TestShop } from '../support/test-shop.js';

/** What may carry an example, or several by name. */
interface Exemplified {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Parameter extends Exemplified {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: unknown;
  readonly parameters: readonly Parameter[];
  readonly responses: Record<string, { readonly content: Record<string, Exemplified> }>;
}

interface DocumentBody {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly security: unknown;
  readonly servers: unknown;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly headers: Record<string, object>;
    readonly securitySchemes: Record<string, object>;
  };
}

/** The OpenAPI document of the running server. */
export class ApiDocument {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  /** By the text of the schema: to compile one takes longer than to check a hundred values. */
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(readonly body: DocumentBody) {
    addFormats.default(this.ajv);
    // The document itself is no schema; it contains the schemas.
    this.ajv.addSchema(body, 'openapi', undefined, false);
  }

  static async of(shop: TestShop): Promise<ApiDocument> {
    return new ApiDocument((await shop.request('/openapi.json')).json as DocumentBody);
  }

  operations(): { path: string; operation: Operation }[] {
    return Object.entries(this.body.paths).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ path, operation })),
    );
  }

  isValidSchema(schema: object): boolean {
    return this.ajv.validateSchema(schema) === true;
  }

  /** What is wrong with a value under one of the document's schemas. */
  faults(schema: object, value: unknown): string[] {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
    let validate = this.compiled.get(text);
    if (!validate) {
      validate = this.ajv.compile(JSON.parse(text) as object);
      this.compiled.set(text, validate);
    }
    validate(value);
    return (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message ?? ''}`);
  }
}

export function answerOf({ responses }: Operation, status: string): Exemplified {
  return responses[status]!.content['application/json']!;
}

/** Statuses of an operation's errors. */
export function errorStatuses({ responses }: Operation): string[] {
  return Object.keys(responses).filter((status) => Number(status) >= 400);
}

/** Beside its schema, or for a parameter of the path inside it. */
export function examplesOf({ example, examples = {}, schema }: Exemplified): unknown[] {
  const named = Object.values(examples).map(({ value }) => value);
  const inside = (schema as { example?: unknown } | undefined)?.example;
  return [example, inside, ...named].filter((candidate) => candidate !== undefined);
}

/** Every value under a key, anywhere below. */
export function deepValues(within: unknown, key: string): unknown[] {
  if (typeof within !== 'object' || within === null) return [];
  const own = key in within ? [(within as Record<string, unknown>)[key]] : [];
  return [...own, ...Object.values(within).flatMap((value) => deepValues(value, key))];
}
