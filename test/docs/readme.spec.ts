import { access, readFile } from 'node:fs/promises';
import { VARIABLES } from '../../src/config/variables.js';
import { FIRST_ORDER } from '../../src/operator/demo-shop.service.js';
import { startTestShop } from '../support/test-shop.js';

const ROOT = new URL('../../', import.meta.url);

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
    const shop = await startTestShop();
    const { json } = await shop.request('/client/api/integration');
    await shop.close();
    const { errors } = json as { errors: { code: number; meaning: string }[] };
    const rows = tableOf(text, 'Code').map(([code, , meaning]) => [code, meaning]);
    expect(rows).toEqual(errors.map(({ code, meaning }) => [String(code), meaning]));
  });

  it('orders a product that the demo shop has', () => {
    expect(text).toContain(`/newOrder/${FIRST_ORDER.productId}/params`);
  });

  it.each([
    'README.md',
    'docs/api.md',
    'docs/operations.md',
    'docs/architecture.md',
    'docs/extending.md',
  ])('and the docs point only to files that exist: %s', async (page) => {
    const url = new URL(page, ROOT);
    const links = [...(await readFile(url, 'utf8')).matchAll(/\]\((?!http|#)([^)#]+)/g)];
    for (const [, link] of links) {
      await expect(access(new URL(link ?? '', url))).resolves.toBeUndefined();
    }
  });
});
