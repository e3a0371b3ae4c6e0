import { endSeclusion, secludedAccount } from '../../support/secluded.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;
let categoryId: number;

beforeAll(async () => {
  shop = await workerShop();
  account = await secludedAccount(shop);
  categoryId = await shop.category({ name: 'ألعاب 🎮' });
  for (let number = 0; number < 30; number++) {
    await shop.product({ categoryId, name: `${number} شدة 🎮` });
  }
});

afterAll(() => endSeclusion(shop, account));

async function ask(route: string, headers: Record<string, string> = {}, method = 'GET') {
  const { token } = account;
  const path = `/client/api/${route.replace('content/1', `content/${categoryId}`)}`;
  const answer = await shop.requestPage(path, { method, token, headers });
  return {
    status: answer.status,
    encoding: answer.headers['content-encoding'] ?? null,
    length: Number(answer.headers['content-length']),
    tag: answer.headers.etag ?? '',
    vary: answer.headers.vary ?? '',
    text: answer.text,
  };
}

function brotliOf(route: string) {
  return until(async () => {
    const answer = await ask(route, { 'accept-encoding': 'br, gzip' });
    if (answer.encoding === 'br') return answer;
    expect(answer.encoding).toBe('gzip');
    return undefined;
  });
}

describe.each(['products', 'products-wrapped', 'tree', 'catalog', 'categories/all', 'content/1'])(
  '%s',
  (route) => {
    it('is the same compressed, shorter, and under another tag', async () => {
      const plain = await ask(route);
      if (plain.text.length < 1_400) {
        expect((await ask(route, { 'accept-encoding': 'gzip, br' })).encoding).toBeNull();
        return;
      }
      const gzip = await ask(route, { 'accept-encoding': 'gzip' });
      const brotli = await brotliOf(route);
      expect([plain.encoding, gzip.encoding]).toEqual([null, 'gzip']);
      expect([gzip.text, brotli.text]).toEqual([plain.text, plain.text]);
      expect(Math.max(gzip.length, brotli.length)).toBeLessThan(plain.length / 2);
      expect(new Set([plain.tag, gzip.tag, brotli.tag]).size).toBe(3);
      for (const { vary } of [plain, gzip, brotli]) expect(vary).toContain('Accept-Encoding');
    });

    it('is 304 to each of its tags, whatever the caller takes', async () => {
      for (const encoding of ['identity', 'gzip']) {
        const { tag } = await ask(route, { 'accept-encoding': encoding });
        const again = await ask(route, { 'if-none-match': tag, 'accept-encoding': 'gzip' });
        expect([again.status, again.text, again.tag]).toEqual([304, '', tag]);
      }
    });

    it('tells by HEAD what GET would send', async () => {
      const headers = { 'accept-encoding': 'gzip' };
      const [head, get] = [await ask(route, headers, 'HEAD'), await ask(route, headers)];
      expect(head).toEqual({ ...get, text: '' });
    });
  },
);

it('is not compressed for those who do not take it', async () => {
  for (const header of ['identity', 'gzip;q=0', 'deflate', '*;q=0']) {
    expect((await ask('products', { 'accept-encoding': header })).encoding).toBeNull();
  }
});

it('is never compressed where it depends on an order', async () => {
  expect((await ask('profile', { 'accept-encoding': 'gzip' })).encoding).toBeNull();
});
