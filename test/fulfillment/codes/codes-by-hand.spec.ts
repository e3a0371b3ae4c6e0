import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { souk, soukWithInput } from '../../support/command-line.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

/** Codes that an operator delivers. Every user of the machine can see the arguments of a command. */
describe('codes delivered by hand', () => {
  let shop: TestShop;
  let account: TestAccount;
  let product: number;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    shop = await workerShop();
    account = await shop.account({ balance: '100' });
    product = await shop.product({ price: '1', type: 'package' });
    folder = await mkdtemp(join(tmpdir(), 'souk-by-hand-'));
    file = join(folder, 'codes.txt');
    await writeFile(file, 'F-1\r\n\nF-2\n');
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function place(): Promise<string> {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    return ((await account.api(path)).json as { data: { order_id: string } }).data.order_id;
  }

  async function codesOf(orderId: string): Promise<unknown> {
    const { json } = await account.api(`/client/api/check?orders=${orderId}`);
    return (json as { data: { replay_api: unknown }[] }).data[0]?.replay_api;
  }

  it.each([
    ['a file', ['--codes-file', 'FILE'], '', ['F-1', 'F-2']],
    ['standard input', ['--code', '-'], 'I-1\nI-2\n', ['I-1', 'I-2']],
    ['standard input as a file', ['--codes-file', '-'], 'I-3', ['I-3']],
    ['both', ['--code', '-', '--codes-file', 'FILE'], 'I-4\n', ['I-4', 'F-1', 'F-2']],
  ])('come by %s, without a word', async (_, words, input, codes) => {
    const orderId = await place();
    const all = words.map((word) => (word === 'FILE' ? file : word));

    const { code, err } = await soukWithInput(input, shop, 'order', 'accept', orderId, ...all);

    expect([code, err]).toEqual([0, '']);
    expect(await codesOf(orderId)).toEqual(codes);
  });

  it('may still stand on the command line, with a warning in one line that does not repeat them', async () => {
    const orderId = await place();

    const { code, err } = await souk(
      shop,
      ...['order', 'accept', orderId, '--code', 'SEEN-1', '--code', 'SEEN-2', '--json'],
    );

    expect(code).toBe(0);
    expect(err).toMatch(/^Others can see codes on the command line[^\n]*--codes-file[^\n]*\.\n$/);
    expect(err).not.toContain('SEEN');
    expect(await codesOf(orderId)).toEqual(['SEEN-1', 'SEEN-2']);
  });

  it.each([
    ['an empty input', ['--code', '-'], '\n', 'Standard input holds no code.'],
    ['an input that is asked for twice', ['--code', '-', '--codes-file', '-'], 'A', 'only once'],
    ['a file that is not there', ['--codes-file', '/nowhere'], '', 'cannot be read'],
  ])('are refused for %s, and the order waits', async (_, words, input, sentence) => {
    const orderId = await place();

    const { code, err } = await soukWithInput(input, shop, 'order', 'accept', orderId, ...words);

    expect(code).toBe(1);
    expect(err).toContain(sentence);
    const { json } = await account.api(`/client/api/check?orders=${orderId}`);
    expect(json).toMatchObject({ data: [{ status: 'wait', replay_api: null }] });
  });
});
