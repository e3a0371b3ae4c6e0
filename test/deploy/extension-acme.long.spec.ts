import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compile, PackedSouk, runNode } from '../support/packed-souk.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEMPLATE = join(ROOT, 'examples/extension-acme');

let souk: PackedSouk;
/** A copy of the template, with Souk installed as its dependency. */
let acme: string;

beforeAll(async () => {
  souk = await PackedSouk.pack();
  acme = souk.path('acme');
  const isSource = (path: string): boolean => !/\/(node_modules|dist)$/.test(path);
  await cp(TEMPLATE, acme, { recursive: true, filter: isSource });
  await souk.installIn(acme);
  await compile(acme);
});
afterAll(() => souk.remove());

/** A migration of a later Souk, in which a table of Souk has changed. */
const LATER_MIGRATION = `
export class Later1795200000999 {
  async up(runner) {
    await runner.query('ALTER TABLE products ADD COLUMN later text');
    console.log('the later migration has run');
  }
}
`;
const LISTED = `
FILES.push('0999-later');
MIGRATION_NAMES.push('Later1795200000999');
`;

function countPassed(output: string): number {
  return Number(/^. pass (\d+)$/m.exec(output)?.[1]);
}

describe('the template, as a package that depends on the packed Souk', () => {
  it('passes its own tests', async () => {
    const output = await runNode(acme, ['--test', 'dist/test/*.test.js']);
    expect(countPassed(output)).toBeGreaterThan(40);
  });

  it('passes them, as it was compiled, with a Souk that has another migration', async () => {
    const migrations = join(acme, 'node_modules/souk/dist/database/migrations');
    await writeFile(join(migrations, '0999-later.js'), LATER_MIGRATION);
    await appendFile(join(migrations, 'index.js'), LISTED);
    const output = await runNode(acme, ['--test', 'dist/test/shop.test.js']);
    expect(output).toContain('the later migration has run');
    expect(countPassed(output)).toBeGreaterThan(5);
  });
});

/** Reads what a caller and an operator of the shop get from the extension, and a backup of it. */
const VISIT = `
import { startTestShop } from 'souk/testing';
const shop = await startTestShop({ extensions: ['../beside/dist/src/extension.js'] });
const { token } = await shop.account();
const { json } = await shop.request('/acme/report', { token });
const set = await shop.souk('acme', 'rate', 'set', 'EUR', '1.09');
const backup = await shop.souk('backup', 'acme.backup');
await shop.close();
console.log(JSON.stringify({ json, set, backup: backup.code }));
`;

describe('the template, in a folder beside the shop', () => {
  let shop: string;

  beforeAll(async () => {
    shop = souk.path('shop');
    await souk.installIn(shop);
    await writeFile(join(shop, 'visit.mjs'), VISIT);
    const beside = souk.path('beside');
    await cp(join(acme, 'dist'), join(beside, 'dist'), { recursive: true });
    await cp(join(acme, 'package.json'), join(beside, 'package.json'));
    // Another copy than the one of Souk, as "npm install" in this folder would put there.
    const copy = 'node_modules/@nestjs/common';
    await cp(join(ROOT, copy), join(beside, copy), { recursive: true });
  });

  it('has its route, its command and its tables in the backup', async () => {
    const out = await runNode(shop, ['visit.mjs']);
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual({
      json: { spentToday: '0' },
      set: { code: 0, out: '1 EUR costs 1.09 USD.\n', err: '' },
      backup: 0,
    });

    const settings = {
      SOUK_EXTENSIONS: '../beside/dist/src/extension.js',
      SOUK_DATA_DIR: souk.path('restored'),
    };
    const cli = 'node_modules/souk/dist/cli.js';
    await runNode(shop, [cli, 'restore', 'acme.backup'], settings);
    const rates = await runNode(shop, [cli, '--json', 'acme', 'rate', 'list'], settings);
    expect(JSON.parse(rates)).toEqual([{ currency: 'EUR', usd: '1.09' }]);
  });
});

describe('the template, in an image from that of Souk', () => {
  /** Does what the lines of the two Dockerfiles do, in a folder that stands for /app. */
  it('is found by the souk command, and imports Souk as a package', async () => {
    const app = souk.path('app');
    await souk.installIn(app);
    await cp(join(app, 'node_modules/souk'), app, { recursive: true });
    const image = await readFile(join(ROOT, 'docker/Dockerfile'), 'utf8');
    const [, target = '', link = ''] = /^RUN ln -s (\S+) (\S+souk)$/m.exec(image) ?? [];
    expect([target, link]).toEqual(['..', 'node_modules/souk']);
    await promisify(execFile)('rm', ['-r', join(app, link)]);
    await symlink(target, join(app, link));

    const lines = (await readFile(join(TEMPLATE, 'Dockerfile'), 'utf8')).split('\n');
    expect(lines).toContain('FROM souk');
    for (const line of lines) {
      const [, from = '', to = ''] = /^COPY (\S+) (\/app\/\S+)$/.exec(line) ?? [];
      if (from === '') continue;
      const path = to.endsWith('/') ? `${to}${from}` : to;
      const place = path.replace(/^\/app/, app);
      await mkdir(dirname(place), { recursive: true });
      await cp(join(acme, from), place, { recursive: true });
    }
    const [, extensions = ''] = /^ENV SOUK_EXTENSIONS=(\S+)$/m.exec(lines.join('\n')) ?? [];
    const settings = { SOUK_EXTENSIONS: extensions.replace(/^\/app/, app) };
    const help = await runNode(app, ['dist/cli.js', 'acme', 'rate', '--help'], settings);
    expect(help).toContain('set what one unit of a currency costs in USD');

    const probe = "import { defineExtension } from 'souk'; console.log(typeof defineExtension);";
    const probeWords = ['--input-type=module', '--eval', probe];
    expect(await runNode(join(app, 'ext/acme'), probeWords)).toBe('function\n');
  });
});
