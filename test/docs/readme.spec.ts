import { readFile } from 'node:fs/promises';
import type { WireError } from '../../src/common/app-error.js';
import { ERRORS_EXTENSION } from '../../src/common/http/api-wire-route.decorator.js';
import {
  MethodNotAllowedError,
  RequestTimeoutError,
  RouteNotFoundError,
} from '../../src/common/http/http.errors.js';
import { VARIABLES } from '../../src/config/variables.js';
import { ApiDescription } from '../../src/integration/api-description.js';
import { operationsOf } from '../../src/integration/api-document.js';
import { FIRST_ORDER } from '../../src/upkeep/demo-shop.service.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

const ROOT = new URL('../../', import.meta.url);

/** HTTP statuses in `semantic` mode by code, as the error classes of the application declare them. */
function statusesOf(shop: TestShop): Map<number, string> {
  const { document } = shop.service(ApiDescription);
  const errors = operationsOf(document).flatMap(
    ({ operation }) => operation[ERRORS_EXTENSION] as WireError[],
  );
  const all = [
    ...errors,
    ...[RouteNotFoundError.wire, MethodNotAllowedError.wire, RequestTimeoutError.wire],
  ];
  const byCode = Map.groupBy(all, ({ code }) => code);
  return new Map(
    [...byCode].map(([code, same]) => {
      const statuses = new Set(same.map(({ httpStatus }) => httpStatus));
      return [code, [...statuses].sort((left, right) => right - left).join(', ')];
    }),
  );
}

/** The server answers this sentence of 500 to all routes, as programs know it; of newOrder it may be wrong. */
const INTERNAL_ERROR =
  'Internal error; after newOrder only a later answer tells whether there is an order.';

/** The cells of the table whose header begins with the given word. */
function tableOf(text: string, firstHeader: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${firstHeader} |`)) + 2;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('|'));
  return lines.slice(start, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('the README', () => {
  let text: string;

  beforeAll(async () => {
    text = await readFile(new URL('README.md', ROOT), 'utf8');
  });

  it('has every variable with its default and sentence, and no other', () => {
    const rows = Object.entries(VARIABLES).map(([name, { default: fallback, sentence }]) => {
      const shown = fallback === undefined || Array.isArray(fallback) ? '' : `\`${fallback}\``;
      return [`\`${name}\``, shown, sentence];
    });
    expect(tableOf(text, 'Variable')).toEqual(rows);
  });

  it('has every error code of the integration answer, and no other', async () => {
    const shop = await workerShop();
    const { json } = await shop.request('/client/api/integration');
    const statuses = statusesOf(shop);
    const { errors } = json as { errors: { code: number; meaning: string }[] };
    expect(tableOf(text, 'Code')).toEqual(
      errors.map(({ code, meaning }) => [
        ...[String(code), statuses.get(code)],
        code === 500 ? INTERNAL_ERROR : meaning,
      ]),
    );
  });

  it('and .env.example has every variable, and no other', async () => {
    const lines = (await readFile(new URL('.env.example', ROOT), 'utf8')).split('\n');
    const names = lines.flatMap((line) => /^# ([A-Z_]+)=/.exec(line)?.[1] ?? []);
    expect(names).toEqual(Object.keys(VARIABLES));
  });

  it('orders a product that the demo shop has', () => {
    expect(text).toContain(`/newOrder/${FIRST_ORDER.productId}/params`);
  });
});
