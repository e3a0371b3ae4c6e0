import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newSecretKey } from '../../src/common/secret-box.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { souk } from '../support/command-line.js';
import { until } from '../support/until.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** The folder of a reader who follows the page: Souk, and beside it the files that the page says to write. */
let folder: string;
let page: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-extending-'));
  page = await readFile(join(ROOT, 'docs/extending.md'), 'utf8');
  await symlink(ROOT, join(folder, 'souk'));
  await run('npm', ['run', 'build'], { cwd: join(folder, 'souk') });
  await mkdir(join(folder, 'acme'));
  for (const [, path = '', text = ''] of page.matchAll(/^```js (\S+)\n(.*?)^```$/gms)) {
    await writeFile(join(folder, path), text);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the page on handlers of your own', () => {
  it('leads to a handler that keeps every promise', async () => {
    const words = /^node (--test acme\/.*)$/m.exec(page)?.[1]?.split(' ') ?? [];
    const { stdout } = await run(process.execPath, words, { cwd: folder });

    expect(stdout).toMatch(/^. fail 0$/m);
    expect(Number(/^. pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(5);
  });

  it('leads to a handler whose broken promise is found', async () => {
    const file = join(folder, 'acme/voucher.mjs');
    const good = await readFile(file, 'utf8');
    await writeFile(file, good.replace('if (!this.vouchers.has(orderId))', 'if (true)'));

    const failure: unknown = await run(process.execPath, ['--test', 'acme/voucher.test.mjs'], {
      cwd: folder,
    }).catch((error: unknown) => error);
    await writeFile(file, good);

    expect(failure).toMatchObject({ stdout: expect.stringMatching(/^. fail [1-9]/m) as string });
  });

  it('leads to a shop that delivers by it', async () => {
    const [, path = '', words = ''] =
      /^FULFILLMENT_MODULES=(\S+) npm run souk -- (.*)$/m.exec(page) ?? [];
    const modules = join(folder, 'souk', path);
    const settings = { FULFILLMENT_MODULES: modules, SECRET_KEYS: newSecretKey() };
    const shop = await startTestShop(settings);
    try {
      expect(await orderedBy(shop, words, settings)).toEqual([expect.stringMatching(/^ACME-\d+$/)]);
    } finally {
      await shop.close();
    }
  });
});

/** Names the handler as the page says, orders, and waits for the codes. */
async function orderedBy(
  shop: TestShop,
  command: string,
  settings: Record<string, string>,
): Promise<string[]> {
  const account = await shop.account({ balance: '5' });
  const id = Number(/set (\d+)/.exec(command)?.[1]);
  await shop.product({ id, type: 'package' });
  const words = (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  const { code, err } = await souk({ DATABASE_URL: shop.db.url, ...settings }, ...words);
  expect([code, err]).toEqual([0, '']);
  const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}`;
  return until(async () => {
    const { json } = await account.api(path);
    const { data } = json as { data: { replay_api: [{ replay: string[] }] | null } };
    expect(data).not.toMatchObject({ status: 'reject' });
    return data.replay_api?.[0].replay;
  });
}
