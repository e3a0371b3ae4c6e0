import type { TestShop } from '../support/test-shop.js';
import {
  answerOf,
  ApiDocument,
  deepValues,
  errorStatuses,
  examplesOf,
  type Operation,
} from './api-document.js';
import { workerShop } from '../support/worker-shop.js';

const PUBLIC = ['integration', 'ping', 'receipt-keys', 'receipt-witness'];
/** The documentation page would send their examples, which would seal a key or fit nothing. */
const WITHOUT_EXAMPLE = ['seal', 'If-None-Match', 'cursor', 'since', 'day', 'receipts'];
/** Codes that every operation documents; those of the guard only where there is one. */
const ANYWHERE = [111, 114, 500];
const GUARDED = [120, 121, 122, 123, 130];
/** Codes beyond those. */
const OWN_CODES: Record<string, number[]> = {
  content: [109],
  products: [109],
  'products-wrapped': [109],
  newOrder: [100, 105, 106, 109, 110, 112, 113, 116, 117, 118, 119, 405],
  quote: [100, 105, 106, 109, 110, 112, 113, 118, 119],
  check: [405],
};
/** Operations that are open to every token. */
const OPEN = ['profile', 'receipt-proof'];

let shop: TestShop;
let document: ApiDocument;
let operations: { path: string; operation: Operation }[];

beforeAll(async () => {
  shop = await workerShop();
  document = await ApiDocument.of(shop);
  operations = document.operations();
});

function codesOf(operation: Operation): number[] {
  return errorStatuses(operation)
    .flatMap((status) => Object.keys(answerOf(operation, status).examples ?? {}))
    .map(Number)
    .sort((left, right) => left - right);
}

describe('the document', () => {
  it('is OpenAPI 3.1 of this wire', () => {
    expect(document.body.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.body.info).toMatchObject({ title: 'Souk', version: 'V53+V81-COMPAT' });
    expect(document.body.servers).toEqual([{ url: 'https://shop.example' }]);
  });

  it('takes the api-token header by default, and a bearer token as the alternative', () => {
    expect(document.body.security).toEqual([{ 'api-token': [] }, { bearer: [] }]);
    expect(document.body.components.securitySchemes).toMatchObject({
      'api-token': { type: 'apiKey', in: 'header', name: 'api-token' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
  });

  it('has only valid schemas of JSON Schema 2020-12', () => {
    const schemas = [
      ...Object.values(document.body.components.schemas),
      ...deepValues(document.body.paths, 'schema'),
    ];

    for (const schema of schemas) {
      expect([schema, document.isValidSchema(schema as object)]).toEqual([schema, true]);
    }
    // A word of OpenAPI 3.0 that 3.1 no longer knows.
    expect(deepValues(document.body, 'nullable')).toEqual([]);
  });

  it('points nowhere but at its own schemas and headers, and has none in vain', () => {
    const { schemas, headers } = document.body.components;
    const names = Object.entries({ schemas, headers }).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    );
    const pointers = new Set(deepValues(document.body, '$ref'));

    expect([...pointers].sort()).toEqual(names.sort());
  });

  it('closes every schema of an answer', () => {
    for (const [name, schema] of Object.entries(document.body.components.schemas)) {
      expect([name, schema]).toEqual([
        name,
        expect.objectContaining({ type: 'object', additionalProperties: false }),
      ]);
    }
  });

  it('gives examples that its own schemas allow', () => {
    for (const schema of Object.values(document.body.components.schemas)) {
      const { properties } = schema as { properties: Record<string, { example?: unknown }> };
      for (const [name, property] of Object.entries(properties)) {
        if (!('example' in property)) continue;
        expect([name, document.faults(property, property.example)]).toEqual([name, []]);
      }
    }
  });
});

describe('every operation', () => {
  it('has an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);

    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z-]+$/);
  });

  it('needs a token, unless it is public and says so', () => {
    for (const { operation } of operations) {
      const { operationId, security } = operation;
      const expected = PUBLIC.includes(operationId) ? [] : undefined;
      expect([operationId, security]).toEqual([operationId, expected]);
    }
  });

  it('names exactly the parameters of its path, and describes all', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

      expect(inPath.map(({ name }) => name)).toEqual(placeholders);
      for (const parameter of inPath) expect(parameter.required).toBe(true);
      for (const { name, description } of operation.parameters) {
        expect([name, description]).toEqual([name, expect.stringMatching(/^\S.*\.$/s)]);
      }
    }
  });

  it('gives an example of every parameter that may always be sent, which its schema allows', () => {
    for (const { path, operation } of operations) {
      for (const parameter of operation.parameters) {
        const where = `${path} ${parameter.name}`;
        const examples = examplesOf(parameter);

        if (!WITHOUT_EXAMPLE.includes(parameter.name))
          expect([where, examples]).not.toEqual([where, []]);
        for (const example of examples) {
          expect([where, document.faults(parameter.schema, example)]).toEqual([where, []]);
        }
      }
    }
  });

  it('has a success with a schema and an example, which the schema allows', () => {
    for (const { path, operation } of operations) {
      const answer = answerOf(operation, '200');
      const examples = examplesOf(answer);

      expect([path, examples]).not.toEqual([path, []]);
      for (const example of examples) {
        expect([path, document.faults(answer.schema, example)]).toEqual([path, []]);
      }
    }
  });

  it('has the codes of its errors, each with an example', () => {
    for (const { operation } of operations) {
      const { operationId } = operation;
      const own = OWN_CODES[operationId.replace(/-post.*/, '')] ?? [];
      const guarded = PUBLIC.includes(operationId) ? [] : GUARDED;
      const scoped = [...PUBLIC, ...OPEN].includes(operationId) ? [] : [124];
      const expected = [...own, ...ANYWHERE, ...guarded, ...scoped].sort(
        (left, right) => left - right,
      );

      // 111 comes with more than one status.
      const codes = [...new Set(codesOf(operation))];
      expect([operationId, codes]).toEqual([operationId, expected]);
    }
  });

  it('has errors of one form, and examples of them that are true', () => {
    for (const { operation } of operations) {
      for (const status of errorStatuses(operation)) {
        const { schema, examples = {} } = answerOf(operation, status);

        expect(schema).toEqual({ $ref: '#/components/schemas/ErrorBody' });
        for (const [code, { value }] of Object.entries(examples)) {
          expect(document.faults(schema, value)).toEqual([]);
          expect(value).toMatchObject({ code: Number(code), error_code: Number(code) });
        }
      }
    }
  });

  it('has a summary', () => {
    for (const { operation } of operations) expect(operation.summary).toMatch(/^[A-Z].{3,}[^.]$/);
  });
});
