import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compile, PackedSouk, runNode } from '../support/packed-souk.js';

let souk: PackedSouk;
/** The folder of a reader who follows the page: Souk is installed, and the files are there that it says to write. */
let folder: string;
let page: string;

/** An extension that has the handler of the page in the way that the page says. */
function withHandler(): string {
  const [, ports = ''] = /`(ports: [^`]*handlers: [^`]*)`/.exec(page) ?? [];
  return `import { defineExtension } from 'souk';
import { VoucherPrinter, voucherHandler } from './voucher.js';
export const extension = defineExtension({ name: 'acme', souk: '^0.2.0', ${ports} });`;
}

beforeAll(async () => {
  page = await readFile(new URL('../../docs/extending.md', import.meta.url), 'utf8');
  souk = await PackedSouk.pack();
  folder = souk.path('acme');
  await souk.installIn(folder);
  for (const [, path = '', text = ''] of page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await writeFile(join(folder, 'src/with-handler.ts'), withHandler());
  await compile(folder);
});

afterAll(() => souk.remove());

/** Runs the tests as the page says. @returns how many have passed. @throws Error with the output, when one has failed */
async function passing(name: string): Promise<number> {
  const lines = [...page.matchAll(/^npx tsc && node (--test \S+)$/gm)].map(([, text = '']) => text);
  const line = lines.find((text) => text.includes(name)) ?? '';
  const out = await runNode(folder, line.split(' '));
  return Number(/^. pass (\d+)$/m.exec(out)?.[1]);
}

const FAILED = /^. fail [1-9]/m;

describe('the page on extensions', () => {
  it('leads to one with a route, a table and an order check that passes its tests', async () => {
    expect(await passing('extension.test.js')).toBe(2);
  });

  it('leads to one whose tests fail when its check lets every order pass', async () => {
    const file = join(folder, 'dist/src/extension.js');
    const good = await readFile(file, 'utf8');
    await writeFile(file, good.replace('if (rows.length > 0)', 'if (false)'));
    await expect(passing('extension.test.js')).rejects.toThrow(FAILED);
    await writeFile(file, good);
  });

  it('leads to a handler that keeps every promise', async () => {
    expect(await passing('voucher.test.js')).toBeGreaterThan(5);
  });

  it('leads to a handler whose broken promise is found', async () => {
    const file = join(folder, 'dist/src/voucher.js');
    const good = await readFile(file, 'utf8');
    await writeFile(file, good.replace('this.vouchers.get(orderId) ??', 'undefined ??'));
    await expect(passing('voucher.test.js')).rejects.toThrow(FAILED);
    await writeFile(file, good);
  });

  it('leads to a shop that delivers by it', async () => {
    const [, command = ''] = /^npx souk (delivery set .*)$/m.exec(page) ?? [];
    const words = (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
    await writeFile(join(folder, 'visit.mjs'), VISIT);
    const out = await runNode(folder, ['visit.mjs', ...words]);
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual(['ACME-1']);
  });

  it('names all members, ports and cases that there are', async () => {
    const report = await readFile(new URL('../api/souk.api.txt', import.meta.url), 'utf8');
    const membersOf = (name: string): string[] => {
      const [, body = ''] = new RegExp(`interface ${name} \\{\n(.*?)^\\}`, 'ms').exec(report) ?? [];
      return [...body.matchAll(/^ {4}(?:readonly )?(\w+)/gm)].map(([, member = '']) => member);
    };
    const promised = [
      ...['ExtensionDefinition', 'ExtensionPorts', 'CatalogPolicy', 'OrderCheck', 'Listener'],
    ].flatMap(membersOf);
    const cases = report.match(/^\w+_CASES$/gm) ?? [];
    expect(promised.length).toBeGreaterThan(20);
    expect([...promised, ...cases].filter((name) => !page.includes(name))).toEqual([]);
  });
});

/** Names the handler by the command of the page, orders, and prints the codes. */
const VISIT = `
import { startTestShop } from 'souk/testing';
const shop = await startTestShop({ extensions: ['./dist/src/with-handler.js'] });
const words = process.argv.slice(2);
const id = Number(words[2]);
await shop.product({ id, type: 'package' });
const { token } = await shop.account({ balance: '5' });
const { err } = await shop.souk(...words);
if (err !== '') throw new Error(err);
const path = '/client/api/newOrder/' + id + '/params?order_uuid=0d7e3a4e-7f6f-4a51-9c55-3d2f2a3f1c11';
for (;;) {
  const { json } = await shop.request(path, { token });
  if (json.data.status === 'reject') throw new Error('rejected');
  const replay = json.data.replay_api?.[0].replay;
  if (replay) {
    console.log(JSON.stringify(replay));
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
await shop.close();
`;
