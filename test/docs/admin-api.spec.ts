import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEMS } from '../../src/admin/problems/problem.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

const page = readFileSync('docs/admin-api.md', 'utf8');

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});

/** The cells of the rows of a table, without its header. */
function rowsAfter(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the page on the admin API', () => {
  it('lists all problems', () => {
    const expected = Object.entries(PROBLEMS).map(([name, { status, title }]) => [
      `\`${name}\``,
      String(status),
      title,
    ]);
    expect(rowsAfter('Problems')).toEqual(expected);
  });

  it('lists all routes with their permissions', async () => {
    const { json } = await shop.requestPage('/admin/openapi.json');
    const expected = Object.entries((json as OpenAPIObject).paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Record<string, string>>).map(([method, operation]) => {
        const route = path.replace('/admin/api/v1/', '').replace(/\{(\w+)\}/g, ':$1');
        const permission = operation['x-souk-permission'] ?? '';
        return [
          `\`${method.toUpperCase()} ${route}\``,
          permission === 'any' ? 'any operator' : `\`${permission}\``,
          operation.summary,
        ];
      }),
    );
    const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(sorted(rowsAfter('Routes'))).toEqual(sorted(expected));
  });
});
