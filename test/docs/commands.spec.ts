import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../src/common/secret-box.js';
import { DemoShopService, FIRST_ORDER } from '../../src/operator/demo-shop.service.js';
import { souk } from '../support/command-line.js';
import { startTestShop } from '../support/test-shop.js';

const ROOT = new URL('../../', import.meta.url);

/** The bodies of a page's code blocks in one language. */
function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, name, body]) =>
    name === language && body !== undefined ? [body] : [],
  );
}

/** Every `souk` command of a page's shell blocks, as its words. */
function commandsOf(page: string): string[][] {
  const lines = blocksOf(page, 'sh').flatMap((block) => block.split(/\n|&&/));
  return lines.flatMap((line) => {
    const command = /^(?:[A-Z_]+=\S+ )?(?:\w+=\$\()?(?:npx )?souk (.*)$/.exec(line.trim())?.[1];
    return command === undefined ? [] : [wordsOf(command)];
  });
}

/** As a shell would split them: quotes keep words together, and a # begins a comment. */
function wordsOf(command: string): string[] {
  const words = command.replace(/\s#.*$|\s\|.*$/, '').match(/"[^"]*"|\S+/g) ?? [];
  return words.map((word) => word.replace(/^"|"$/g, ''));
}

describe('the commands of the docs', () => {
  let readme: string;

  beforeAll(async () => {
    readme = await readFile(new URL('README.md', ROOT), 'utf8');
  });

  it('run, all of the README one after the other, on the shop of a first start', async () => {
    const key = newSecretKey();
    const shop = await startTestShop({ SECRET_KEYS: key });
    const folder = await mkdtemp(join(tmpdir(), 'souk-readme-'));
    const token = await shop.service(DemoShopService).create();
    const uuid = randomUUID();
    const path = `/client/api/newOrder/${FIRST_ORDER.productId}/params?order_uuid=${uuid}`;
    const order = (await shop.request(path, { token })).json as { data: { order_id: string } };
    const real = (word: string): string => {
      if (word === '$UUID') return uuid;
      if (word === '$ORDER') return order.data.order_id;
      return word.endsWith('.backup') ? join(folder, word) : word;
    };

    const commands = commandsOf(readme);
    const failures: string[] = [];
    for (const words of commands) {
      const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: key };
      const { code, err } = await souk(settings, ...words.map(real));
      if (code !== 0) failures.push(`${words.join(' ')}: ${err}`);
    }
    await shop.close();
    await rm(folder, { recursive: true });

    expect(failures).toEqual([]);
    expect(commands).toHaveLength(12);
  });

  it('import the file that the README shows', async () => {
    const file = await readFile(new URL('examples/my-catalog.csv', ROOT), 'utf8');
    expect(blocksOf(readme, 'csv')).toEqual([file]);
  });

  it('have no gap for the reader to fill', () => {
    for (const block of blocksOf(readme, 'sh')) expect(block).not.toMatch(/…|ID_/);
  });

  it.each(['README.md', 'docs/operations.md', 'docs/ledger.md'])(
    'exist with all their options: %s',
    async (page) => {
      const commands = commandsOf(await readFile(new URL(page, ROOT), 'utf8'));
      const unknown: string[] = [];
      for (const words of commands) {
        const { out } = await souk('', ...words, '--help');
        const usage = /^Usage: souk (.*)/.exec(out)?.[1] ?? '';
        const name = usage.replace(/ ?[[<].*/, '');
        // Every command takes --json, which only the help of the whole program names.
        const options = words.filter((word) => word.startsWith('--') && word !== '--json');
        const known =
          name !== '' &&
          words.join(' ').startsWith(name) &&
          !out.includes('\nCommands:') &&
          options.every((option) => new RegExp(`\\s${option}\\b`).test(out));
        if (!known) unknown.push(words.join(' '));
      }
      expect(unknown).toEqual([]);
      expect(commands.length).toBeGreaterThan(5);
    },
  );
});
