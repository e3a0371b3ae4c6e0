import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../src/common/secret-box.js';
import { souk, soukJson } from '../support/command-line.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

describe('the command line', () => {
  let shop: TestShop;
  let folder: string;
  const run = (...words: string[]) => souk(shop, ...words);
  const json = <T>(...words: string[]) => soukJson<T>(shop, ...words);

  beforeAll(async () => {
    // A shop of its own: it is closed for maintenance, and catalogs with fixed ids are imported and exported.
    shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
    folder = await mkdtemp(join(tmpdir(), 'souk-cli-'));
  });

  afterAll(async () => {
    expect(await invariantFaults(shop.db)).toEqual([]);
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  });

  const newAccount = async () => {
    const { id } = await json<{ id: number }>('account', 'create', 'Acme 🎮 متجر');
    const { token } = await json<{ token: string }>('token', 'issue', String(id));
    const get = (path: string) => shop.request(`/client/api/${path}`, { token });
    return { id: String(id), token, get };
  };

  it('takes an operator from nothing to a delivered order', async () => {
    const { id, get } = await newAccount();
    await json('balance', 'deposit', id, '12.5', '--ref', 'first');
    const file = join(folder, 'catalog.csv');
    const before = (await get('products')).text;
    await writeFile(file, 'id,category,name,price\n7001,Games > PUBG,60 UC,2.5\n');
    expect((await run('catalog', 'import', file, '--dry-run')).out).toContain(
      'Nothing was written',
    );
    expect((await get('products')).text).toBe(before);
    await json('catalog', 'import', file);
    const { json: placed } = await get(`newOrder/7001/params?order_uuid=${randomUUID()}`);
    const orderId = (placed as { data: { order_id: string } }).data.order_id;
    expect((await run('order', 'list', '--status', 'wait')).out).toContain(orderId);
    await json('order', 'accept', orderId, '--code', 'ABCD', '--code', 'EFGH');
    expect((await get(`check?orders=${orderId}`)).text).toContain('"replay_api":["ABCD","EFGH"]');
    expect((await run('balance', 'statement', id)).out).toMatch(
      /deposit +12\.5 .*\n.*debit +-2\.5 +10 /,
    );
  });

  it('pays a deposit with a reference once', async () => {
    const { id } = await newAccount();
    await json('balance', 'deposit', id, '5', '--ref', 'invoice-1');
    const again = await run('balance', 'deposit', id, '5', '--ref', 'invoice-1');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('was used on this account before');
    expect(await json('balance', 'show', id)).toMatchObject({ balance: '5' });
  });

  it('sets every switch of an account, and the next request sees it', async () => {
    const { id, get } = await newAccount();
    await json('account', 'set', id, '--error-http-status', 'always-200', '--credit-limit', '3');
    const missing = await get('content/999999');
    expect([missing.status, missing.json]).toMatchObject([200, { code: 109 }]);
    expect((await get('profile')).json).toMatchObject({ balance: '3' });
    await json('account', 'set', id, '--error-http-status', 'default', '--order-uuid', 'opaque');
    expect((await get('content/999999')).status).toBe(404);
    await json('account', 'suspend', id);
    expect((await get('profile')).json).toMatchObject({ code: 122 });
    await json('account', 'resume', id);
    await json('ip', 'add', id, '::ffff:203.0.113.0/120');
    expect((await get('profile')).json).toMatchObject({ code: 123 });
    await json('ip', 'remove', id, '203.0.113.0/24');
    expect((await get('profile')).status).toBe(200);
    await json('maintenance', 'on');
    expect((await get('profile')).json).toMatchObject({ code: 130 });
    await json('maintenance', 'off');
    const [token] = await json<{ id: number }[]>('token', 'list', id);
    await json('token', 'revoke', String(token?.id));
    expect((await get('profile')).json).toMatchObject({ code: 121 });
  });

  it('limits a token to scopes and addresses, and the next request obeys', async () => {
    const { id, get } = await newAccount();
    const narrow = await json<{ id: number; token: string }>(
      ...['token', 'issue', id, '--scope', 'catalog, books,books', '--ip', '127.0.0.1'],
    );
    const code = async (path: string): Promise<unknown> => {
      const answer = await shop.request(`/client/api/${path}`, { token: narrow.token });
      return (answer.json as { code?: unknown }).code;
    };
    const set = (...words: string[]) => json('token', 'set', String(narrow.id), ...words);
    expect([await code('products'), await code('check?orders=[]')]).toEqual([undefined, 124]);
    const rows = await json<Record<string, unknown>[]>('token', 'list', id);
    expect(rows).toMatchObject([
      { scopes: ['catalog', 'orders', 'books'], allowed_ips: [] },
      { scopes: ['catalog', 'books'], allowed_ips: ['127.0.0.1/32'] },
    ]);
    await set('--scope', 'orders', '--ip', '203.0.113.0/24,2001:db8::1');
    expect(await code('products')).toBe(123);
    expect(await set('--ip', 'none')).toMatchObject({ allowed_ips: [], scopes: ['orders'] });
    expect([await code('products'), await code('check?orders=[]')]).toEqual([124, undefined]);
    expect((await get('products')).status).toBe(200);
    for (const [words, sentence] of [
      [['--scope', 'admin'], 'catalog, orders, books, testing, rotate'],
      [['--ip', '203.0.113.300'], 'addresses or ranges'],
      [[], 'Say what to set'],
    ] as const) {
      const failed = await run('token', 'set', String(narrow.id), ...words);
      expect(failed.code).not.toBe(0);
      expect(failed.err).toContain(sentence);
    }
  });

  it('sets prices and visibility', async () => {
    const { id, get } = await newAccount();
    const category = await shop.category({ name: 'Cards' });
    const product = await shop.product({ categoryId: category, price: '10', name: 'Card' });
    const price = async () => (await get(`products?products_id=${product}`)).text;
    await json('group', 'create', 'vip');
    await json('group', 'assign', id, 'vip');
    await json(
      'price',
      'set',
      '--group',
      'vip',
      '--category',
      String(category),
      '--percent',
      '+10',
    );
    expect(await price()).toContain('"price":11,');
    await json('price', 'set', '--account', id, '--product', String(product), '--fixed', '7.25');
    expect(await price()).toContain('"price":7.25,');
    await json('price', 'set', '--account', id, '--product', String(product), '--clear');
    expect(await price()).toContain('"price":11,');
    await json('visibility', 'hide', '--category', String(category));
    expect(await price()).toContain('"code":109');
    await json('visibility', 'show', '--category', String(category), '--group', 'vip');
    expect(await price()).toContain('"price":11,');
    await json('product', 'set', String(product), '--available', 'off');
    expect(await price()).toContain('"code":109');
    await json('product', 'set', String(product), '--available', 'on', '--delete');
    expect(await price()).toContain('"code":109');
    await json('product', 'set', String(product), '--restore', '--price', '20');
    expect(await price()).toContain('"price":22,');
  });

  it('gives the money back when it rejects', async () => {
    const { id, get } = await newAccount();
    await json('balance', 'deposit', id, '1');
    const product = await shop.product({ price: '1' });
    const { json: placed } = await get(`newOrder/${product}?order_uuid=${randomUUID()}`);
    const orderId = (placed as { data: { order_id: string } }).data.order_id;
    const note = 'acme is bankrupt';
    await json('order', 'reject', orderId, '--reason', 'no stock', '--note', note);
    expect((await get('profile')).json).toMatchObject({ balance: '1' });
    expect(await json('order', 'show', orderId)).toMatchObject({ reason: 'no stock', note });
    expect((await get(`check?orders=${orderId}&details=1`)).text).toContain('"reason":"no stock"');
    expect((await run('balance', 'statement', id)).out).toContain('no stock');
    expect((await run('balance', 'statement', id)).out).not.toContain(note);
    const again = await run('order', 'accept', orderId);
    expect(again.err).toBe(`The order ${orderId} was rejected already. Nothing was changed.\n`);
  });

  it('exports what it imports', async () => {
    await shop.product({ categoryId: await shop.category() });
    const file = join(folder, 'export.json');
    await json('catalog', 'export', file);
    const { err } = await run('catalog', 'export', file);
    expect(err).toBe(`${file} is there already; name another file.\n`);
    expect(await json('catalog', 'import', file)).toMatchObject({
      products: { created: 0, updated: 0 },
    });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 'souk-catalog' });
  });

  it('shows help without a database', async () => {
    const { code, out } = await souk('postgres://nobody@127.0.0.1:1/none', '--help');
    expect(code).toBe(0);
    expect(out).toContain('souk order list --status wait');
  });

  it.each([
    [2, ['frobnicate']],
    [2, ['account', 'set', 'x']],
    [2, ['order', 'list', '--status', 'lost']],
    [1, ['account', 'show', '999999']],
    [2, ['balance', 'deposit', '1', '1e3']],
    [1, ['price', 'set', '--all', '--percent', '5']],
    [1, ['catalog', 'import', '/nowhere.json']],
    [1, ['order', 'show', 'ID_0000000000000000']],
  ])('ends with %i and one sentence: %p', async (expected, words) => {
    const { code, out, err } = await run(...words);
    expect([code, out]).toEqual([expected, '']);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(/^ +at /m);
  });

  it('says in one sentence that there is no database', async () => {
    const { code, err } = await souk('postgres://nobody@127.0.0.1:1/none', 'account', 'list');
    expect(code).toBe(1);
    expect(err).toMatch(/^The database cannot be reached \(.*ECONNREFUSED.*\); check .*\n$/);
  });
});
