import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { souk, soukJson } from '../support/command-line.js';
import { PASSWORD } from '../support/console-operator.js';
import { makeDataFolder } from '../support/memory-folder.js';
import { ServerProcess, SOURCES } from '../support/server-process.js';
import { TestBrowser } from '../support/test-browser.js';

/** Its program in place of that of the server. */
const demoIn = (folder: string) => ({
  ...SOURCES,
  args: [...SOURCES.args.slice(0, -1), 'demo/demo.ts', '--data', folder],
});

let parent: string;
let dataDir: string;

beforeAll(async () => {
  parent = await makeDataFolder('souk-demo-');
  dataDir = join(parent, '.souk-demo');
});
afterAll(() => rm(parent, { recursive: true }));

interface Sales {
  readonly items: readonly { readonly key: string; readonly orders: number }[];
}

// In this order: the shop is filled once.
describe('npm run demo', { shuffle: false }, () => {
  it('shows a shop with a month of orders, whose books are sound, and what needs a hand', async () => {
    const server = await ServerProcess.start({}, demoIn(dataDir));
    try {
      const shop = { SOUK_DATA_DIR: dataDir };
      const link = await soukJson<{ link: string }>(
        shop,
        ...['operator', 'create', 'ada', '--role', 'owner'],
      );
      const browser = new TestBrowser(server.baseUrl);
      const { pathname } = new URL(link.link);
      const form = await browser.open(pathname);
      await browser.send(form, pathname.split('/').at(-1) ?? '', {
        password: PASSWORD,
        repeat: PASSWORD,
      });
      const signIn = await browser.open('/console/sign-in');
      const today = await browser.send(signIn, 'sign-in', { name: 'ada', password: PASSWORD });
      expect(today.title).toBe('Today');
      expect(today.text).toMatch(/psn-10/);
      expect(today.text).toMatch(/Berlin Gaming/);
      expect(
        (await browser.open('/console/waiting')).root.querySelectorAll('tbody tr').length,
      ).toBe(5);
      const sales = await soukJson<Sales>(shop, 'report', 'sales', '--by', 'day');
      expect(sales.items.length).toBeGreaterThan(25);
      expect((await souk(shop, 'ledger', 'verify')).out).toContain('All is sound');
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  it('is started as it is the next time, and never fills a shop that has accounts', async () => {
    const again = await ServerProcess.start({}, demoIn(dataDir));
    const accounts = await soukJson<unknown[]>({ SOUK_DATA_DIR: dataDir }, 'account', 'list');
    expect(accounts.length).toBe(4);
    expect(await again.stop()).toBe(0);
    await rm(join(dataDir, 'filled-by-demo'));
    await expect(ServerProcess.start({}, demoIn(dataDir))).rejects.toThrow('has accounts');
    expect((await stat(dataDir)).isDirectory()).toBe(true);
  });
});
