import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileClient } from './compiled-client.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { compile, runNode } from '../support/packed-souk.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

let folder: string;
let shop: TestShop;
let proxy: FaultProxy;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-client-'));
  shop = await startTestShop();
  proxy = await FaultProxy.start(shop.baseUrl);
});
afterAll(async () => {
  await proxy.close();
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** Packs a copy, so that other specs and builds of the checkout are not disturbed. */
async function pack(): Promise<string[]> {
  const source = join(folder, 'client');
  await compileClient(join(source, 'dist'));
  for (const name of ['package.json', 'README.md', 'LICENSE', 'verify.d.mts']) {
    await writeFile(join(source, name), await readFile(join(ROOT, 'client', name)));
  }
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', options, { cwd: source });
  const [packed] = Object.values(
    JSON.parse(stdout) as Record<string, { filename: string; files: { path: string }[] }>,
  );
  const { filename = '', files = [] } = packed ?? {};
  const installed = join(folder, 'user/node_modules/@souk/client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  return files.map(({ path }) => path);
}

/** A program of a user, in a folder of its own beside the installed package. */
async function program(name: string, text: string, options: object): Promise<string> {
  const user = join(folder, 'user', name);
  for (const tool of ['typescript', '@types/node', 'undici-types']) {
    const link = join(user, 'node_modules', tool);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, 'node_modules', tool), link);
  }
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022', ...options };
  await writeFile(join(user, 'package.json'), '{"type":"module"}');
  await writeFile(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await writeFile(join(user, 'program.ts'), text);
  await compile(user);
  return user;
}

/** What the program has stored of each order when that is sent, and the price limit with which it is sent. */
function watchOrders(user: string): unknown[] {
  const seen: unknown[] = [];
  proxy.choose = (path) => {
    if (!path.includes('/newOrder/')) return 'none';
    const { searchParams } = new URL(path, proxy.url);
    const kept = readFileSync(join(user, 'orders', searchParams.get('order_uuid') ?? ''), 'utf8');
    const drafts = readdirSync(join(user, 'drafts'));
    seen.push({ kept: JSON.parse(kept) as unknown, drafts, limit: searchParams.get('max_price') });
    return 'none';
  };
  return seen;
}

function snippets(readme: string, client: { baseUrl: string; token: string }): string {
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block);
  return blocks
    .join('\n')
    .replace('https://shop.example', client.baseUrl)
    .replace("'TOKEN'", `'${client.token}'`);
}

it('the package compiles and runs outside of the checkout, as its README says', async () => {
  const files = await pack();
  const others = files.filter((path) => !/^dist\/[\w-]+\.(js|d\.ts)$/.test(path));
  const beside = ['LICENSE', 'README.md', 'dist/verify.mjs', 'package.json', 'verify.d.mts'];
  expect(others.sort()).toEqual(beside);
  expect(files.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(15);

  const { token } = await shop.account({ balance: '10' });
  const product = await shop.product({ price: '1.25' });
  const readme = await readFile(join(ROOT, 'client/README.md'), 'utf8');
  const text = snippets(readme, { baseUrl: proxy.url, token });
  const user = await program('readme', text, { lib: ['es2022'], types: ['node'] });
  const left = 'orders/0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
  await mkdir(join(user, 'orders'));
  const request = { productId: product, quantity: 1, maxPrice: 1.25 };
  await writeFile(join(user, left), JSON.stringify(request));
  const orders = watchOrders(user);

  const lines = (await runNode(user, ['program.js'])).trim().split('\n');
  expect(lines).toEqual([
    '10 USD, 1 products',
    expect.stringMatching(/^waiting ID_[0-9a-f]{16} 1.25 \[\]$/),
    '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11 waiting',
    '1 1.25',
    '3 movements',
    '0 hashes computed again: 3 of 3',
  ]);

  const guarded = { kept: request, drafts: [], limit: '1.25' };
  expect(orders).toEqual([guarded, guarded]);

  // Where there are only the types of browsers.
  const page = `
    import { RETRY_TABLE, SoukClient, type Product } from '@souk/client';
    const client = new SoukClient({ baseUrl: '/', token: '', clock: undefined! });
    export const names = async (): Promise<Product['name'][]> =>
      (await client.products()).map(({ name }) => name);
    console.log(RETRY_TABLE.length > 0, typeof client.order);`;
  const options = { lib: ['es2022', 'dom'], types: [] };
  const browser = await program('browser', page, options);
  expect(await runNode(browser, ['program.js'])).toBe('true function\n');
});
