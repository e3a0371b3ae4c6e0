import { workerLayeredShop, type LayeredShop } from '../../support/layered-shop.js';
import type { TestAccount } from '../../support/test-shop.js';

/** The answers of each differ for the three accounts, by their items or their prices. */
const ROUTES = [
  'categories',
  'categories/all',
  'content/0',
  'content/11',
  'products',
  'products?base=1',
  'products?products_id=111',
  'products-wrapped',
  'tree',
  'catalog',
];
const SAME_FOR_SILVER_AND_PLAIN = ['categories', 'content/0'];

let layered: LayeredShop;

beforeAll(async () => {
  layered = await workerLayeredShop();
});

const path = (route: string): string => `/client/api/${route}`;
const tagOf = async ({ api }: TestAccount, route: string): Promise<string> =>
  String((await api(path(route))).headers.etag);

describe.each(ROUTES)('%s', (route) => {
  it('may be kept by its caller alone, who asks again each time', async () => {
    const { headers } = await layered.gold.api(path(route));

    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary?.toLowerCase().split(/, */)).toEqual(
      expect.arrayContaining(['api-token', 'authorization', 'accept-encoding']),
    );
    expect(headers.etag).toMatch(/^"[\w-]+"$/);
  });

  it('has the same tag as long as it has the same bytes', async () => {
    expect(await tagOf(layered.gold, route)).toBe(await tagOf(layered.gold, route));
  });

  it('has another tag for another account, and never a 304 by the tag of another', async () => {
    const { gold, silver, plain } = layered;
    const tags = await Promise.all([gold, silver, plain].map((each) => tagOf(each, route)));

    expect(new Set(tags).size).toBe(SAME_FOR_SILVER_AND_PLAIN.includes(route) ? 2 : 3);
    const own = await silver.api(path(route));
    const asked = await silver.api(path(route), { headers: { 'If-None-Match': tags[0]! } });
    expect([asked.status, asked.text]).toEqual([200, own.text]);
  });

  it('is 304 without a body to its own tag, also by HEAD and with a bearer token', async () => {
    const { gold, shop } = layered;
    const headers = { 'If-None-Match': await tagOf(gold, route) };
    const bearer = { ...headers, Authorization: `Bearer ${gold.token}` };

    const answers = [
      await gold.api(path(route), { headers }),
      await gold.api(path(route), { headers, method: 'HEAD' }),
      await shop.request(path(route), { headers: bearer }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect(answer.headers.etag).toBe(headers['If-None-Match']);
      expect(answer.headers.vary).toContain('api-token');
      expect(answer.headers['cache-control']).toBe('private, no-cache');
    }
  });

  it('by HEAD has the headers of GET and no body', async () => {
    const get = await layered.gold.api(path(route));
    const head = await layered.gold.api(path(route), { method: 'HEAD' });

    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'vary']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
  });
});

describe('a changed price', () => {
  afterEach(() =>
    layered.shop.db.query('DELETE FROM price_rules WHERE account_id = $1 AND product_id = 211', [
      layered.gold.id,
    ]),
  );

  it('changes the tag of all that tells prices, for those whose price it is', async () => {
    const { shop, gold, silver } = layered;
    const routes = ['products', 'products-wrapped', 'tree', 'catalog', 'content/21'];
    const tagsOf = (account: TestAccount): Promise<string[]> =>
      Promise.all(routes.map((route) => tagOf(account, route)));
    const before = [await tagsOf(gold), await tagsOf(silver)] as const;

    await shop.db.query(
      `INSERT INTO price_rules (account_id, product_id, fixed_price)
       VALUES ($1, 211, 0.000000000000000002)`,
      [gold.id],
    );

    const after = await tagsOf(gold);
    expect(after.filter((tag, index) => tag === before[0][index])).toEqual([]);
    expect(await tagsOf(silver)).toEqual(before[1]);
    const stale = { headers: { 'If-None-Match': before[0][0]! } };
    expect((await gold.api(path('products'), stale)).status).toBe(200);
  });
});
