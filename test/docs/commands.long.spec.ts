import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../src/common/secret-box.js';
import { DemoShopService } from '../../src/upkeep/demo-shop.service.js';
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

/** What a command has printed with --json; nothing of another text. */
function shown(out: string): { readonly token?: string; readonly order_id?: string } {
  return out.startsWith('{') ? (JSON.parse(out) as object) : {};
}

describe('the commands of the docs', () => {
  let readme: string;

  beforeAll(async () => {
    readme = await readFile(new URL('README.md', ROOT), 'utf8');
  });

  it('run, all of the README one after the other, on the shop of a first start', async () => {
    // A shop of its own: the commands change all of it, from its first start on.
    const shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
    const folder = await mkdtemp(join(tmpdir(), 'souk-readme-'));
    await shop.service(DemoShopService).create();
    const variables: Record<string, string> = {};
    const real = (text: string): string =>
      text.replace(/\$([A-Z]+)/g, (word, name: string) => variables[name] ?? word);
    const failures: string[] = [];
    let orders = 0;

    for (const line of blocksOf(readme, 'sh').flatMap((block) => block.split('\n'))) {
      if (line.startsWith('UUID=')) variables.UUID = randomUUID();
      const [, query] = /"\$API(\/newOrder\/[^"]*)"/.exec(line) ?? [];
      if (query !== undefined) {
        const token = variables.TOKEN ?? '';
        const { text, json } = await shop.request(`/client/api${real(query)}`, { token });
        if ((json as { status: string }).status !== 'OK') failures.push(`${query}: ${text}`);
        orders++;
      }
      for (const words of commandsOf(`\`\`\`sh\n${line}\n\`\`\``)) {
        const typed = words.map((word) =>
          word.endsWith('.backup') ? join(folder, word) : real(word),
        );
        const { code, out, err } = await souk(shop, ...typed);
        if (code !== 0) failures.push(`${words.join(' ')}: ${err}`);
        const { token, order_id: order } = shown(out);
        if (words.includes('issue')) variables.TOKEN = token ?? '';
        if (line.startsWith('ORDER=')) variables.ORDER = order ?? '';
      }
    }
    await shop.close();
    await rm(folder, { recursive: true });

    expect(failures).toEqual([]);
    expect(orders).toBe(3);
  });

  it('import the file that the README shows', async () => {
    const file = await readFile(new URL('examples/my-catalog.csv', ROOT), 'utf8');
    expect(blocksOf(readme, 'csv')).toEqual([file]);
  });

  it('have no gap for the reader to fill', () => {
    for (const block of blocksOf(readme, 'sh')) expect(block).not.toMatch(/…|ID_/);
  });

  it.each([
    'README.md',
    'docs/run.md',
    'docs/shop.md',
    'docs/extensions.md',
    'docs/backup.md',
    'docs/ledger.md',
    'docs/operators.md',
  ])('exist with all their options: %s', async (page) => {
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
  });
});
