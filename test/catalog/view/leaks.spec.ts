import { randomUUID } from 'node:crypto';
import { runningRoutes } from '../../../src/common/http/routes.js';
import type { Answer, Ask } from '../../support/http-client.js';
import { endSeclusion } from '../../support/secluded.js';
import { SECRET, secretShop, type Item, type SecretShop } from '../../support/secret-shop.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';

let secret: SecretShop;
let shop: TestShop;
let owner: TestAccount;
let outsider: TestAccount;

beforeAll(async () => {
  secret = await secretShop();
  ({ shop, owner, outsider } = secret);
});

afterAll(async () => {
  for (const account of [owner, outsider]) await endSeclusion(shop, account);
});

/** The parts of an answer that must not differ. */
function comparable({ status, headers, text }: Answer): object {
  return { status, text, headers: { ...headers, 'x-request-id': '', date: '' } };
}

/** A request for an item that cannot be seen, and the code of its answer; no code where there is no body. */
type GoneRequest = readonly [
  what: string,
  code: number | undefined,
  send: (item: Item) => Promise<Answer>,
];

const get = (path: string, ask?: Ask): Promise<Answer> => outsider.api(`/client/api/${path}`, ask);
const postForm = (path: string, body: string): Promise<Answer> =>
  get(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  });

const READS: GoneRequest[] = [
  ['content', 109, ({ category }) => get(`content/${category}`)],
  ['products', 109, ({ product }) => get(`products?products_id=${product}`)],
  ['products, short', 109, ({ product }) => get(`products?products_id=[${product}]&base=1`)],
  ['products, wrapped', 109, ({ product }) => get(`products-wrapped?products_id=${product}`)],
];
/** Further faults of an order do not change its answer: only the idempotency key is checked before the product. */
const ORDERS: readonly (readonly [what: string, code: number, query: () => string])[] = [
  ['nothing wrong', 109, () => `order_uuid=${randomUUID()}&qty=1&${SECRET}=1`],
  ['no quantity and no field', 109, () => `order_uuid=${randomUUID()}`],
  ['a quantity that is none', 109, () => `order_uuid=${randomUUID()}&qty=x`],
  ['a quantity beyond the balance', 109, () => `order_uuid=${randomUUID()}&qty=99&${SECRET}=1`],
  ['a malformed field', 109, () => `order_uuid=${randomUUID()}&${SECRET}=nonsense`],
  ['a malformed parameter', 109, () => `order_uuid=${randomUUID()}&a=%00`],
  ['no key', 114, () => 'qty=1'],
  ['a malformed key', 114, () => 'order_uuid=x'],
];
const PLACED: GoneRequest[] = ORDERS.flatMap(([what, code, query]): GoneRequest[] => [
  [`newOrder, ${what}`, code, ({ product }) => get(`newOrder/${product}/params?${query()}`)],
  [
    `newOrder without /params, ${what}`,
    code,
    ({ product }) => get(`newOrder/${product}?${query()}`),
  ],
  [`newOrder by POST, ${what}`, code, ({ product }) => postForm(`newOrder/${product}`, query())],
]);
const METHODS = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): GoneRequest => [
  `newOrder by ${method}`,
  method === 'HEAD' ? undefined : 405,
  ({ product }) => get(`newOrder/${product}/params?order_uuid=${randomUUID()}`, { method }),
]);

describe.each(['semantic', 'always-200'] as const)('with errors as %s', (mode) => {
  const setMode = (to: string | null) =>
    shop.db.query('UPDATE accounts SET error_http_status = $2 WHERE id = $1', [outsider.id, to]);
  beforeAll(() => setMode(mode));
  afterAll(() => setMode(null));

  it.each([...READS, ...PLACED, ...METHODS])(
    '%s: hidden, deleted and missing are answered %s with the same bytes',
    async (_, code, send) => {
      const missing = await send(secret.gone.missing);

      expect((missing.json as { code?: number } | undefined)?.code).toBe(code);
      for (const [why, item] of Object.entries(secret.gone)) {
        expect([why, comparable(await send(item))]).toEqual([why, comparable(missing)]);
      }
    },
  );
});

describe('a list of ids', () => {
  it('leaves out what is hidden, and keeps the rest', async () => {
    const shared = (await outsider.api('/client/api/products')).text;
    const ids = [
      ...Object.values(secret.gone).map(({ product }) => product),
      ...idsIn(shared),
    ].join();

    expect((await outsider.api(`/client/api/products?products_id=${ids}`)).text).toBe(shared);
  });

  function idsIn(products: string): number[] {
    return (JSON.parse(products) as { id: number }[]).map(({ id }) => id);
  }
});

describe('the outsider', () => {
  const CURSOR = /"cursor":"[\w-]{54,}"/;

  /** Every GET route of the running router, with every id there is. */
  async function everyAnswer(): Promise<Map<string, Answer>> {
    const ids = Object.values(secret.gone).flatMap(({ category, product }) => [category, product]);
    const names = runningRoutes(shop.app.getHttpAdapter().getInstance())
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/client/api/'))
      .map(({ path }) => path);
    const withIds = names.flatMap((name) =>
      name.includes(':') ? ids.map((id) => name.replace(/:\w+/, String(id))) : [name],
    );
    const more = [
      ...ids.flatMap((id) => [`products?products_id=${id}`, `products-wrapped?products_id=${id}`]),
      `products?products_id=${ids.join()}&base=1`,
      `check?orders=${secret.order.id}`,
      `check?orders=${secret.order.uuid}&uuid=1`,
    ].map((path) => `/client/api/${path}`);
    const answers = new Map<string, Answer>();
    for (const path of [...withIds, ...more]) answers.set(path, await outsider.api(path));
    return answers;
  }

  it('learns nothing of the owner on any route, by any id', async () => {
    const answers = await everyAnswer();

    expect(answers.size).toBeGreaterThan(40);
    for (const [path, { text, headers }] of answers) {
      // A message may repeat words of the request; none of these requests contains the word.
      expect([path, text + JSON.stringify(headers)]).not.toEqual([
        path,
        expect.stringContaining(SECRET),
      ]);
      expect([path, text]).not.toEqual([path, expect.stringContaining(secret.order.id)]);
    }
    expect((await owner.api('/client/api/catalog')).text).toContain(SECRET);
  });

  it('does not notice, by tag, count or order, that a secret item changes', async () => {
    const shown = async (): Promise<object[]> =>
      [...(await everyAnswer())].map(([path, answer]) => [
        path,
        comparable(path.endsWith('/changes') ? withoutCursor(answer) : answer),
      ]);
    const before = await shown();

    await shop.db.query(`UPDATE products SET price = price + 1, name = name || '!'
                         WHERE name LIKE '${SECRET}%'`);
    await secret.insertSecret(secret.gone.hidden.category);
    await shop.db.query('INSERT INTO price_rules (account_id, percentage) VALUES ($1, 7)', [
      owner.id,
    ]);

    expect(await shown()).toEqual(before);
  });

  /** The cursor is encrypted, but another one after each change of the catalog, and with it the tag. */
  function withoutCursor({ text, headers, ...rest }: Answer): Answer {
    expect(text).toMatch(CURSOR);
    return { ...rest, text: text.replace(CURSOR, ''), headers: { ...headers, etag: '' } };
  }

  it('orders nothing of it, and uses up no key', async () => {
    for (const [, , order] of PLACED) {
      for (const item of Object.values(secret.gone)) await order(item);
    }
    const mine = 'WHERE account_id = $1';

    expect(await shop.db.query(`SELECT FROM orders ${mine}`, [outsider.id])).toEqual([]);
    expect(await shop.db.query(`SELECT FROM order_keys ${mine}`, [outsider.id])).toEqual([]);
    expect((await outsider.api('/client/api/profile')).json).toMatchObject({ balance: '100' });
  });
});

describe('an order of the owner', () => {
  it('is as unknown to the outsider as one that never was', async () => {
    const pairs = [
      [`orders=${secret.order.id}`, 'orders=ID_0123456789abcdef'],
      [`orders=[${secret.order.uuid}]&uuid=1`, `orders=[${randomUUID()}]&uuid=1`],
      // An id is no key, and a key is no id.
      [`orders=${secret.order.uuid}`, `orders=${randomUUID()}`],
      [`orders=${secret.order.id}&uuid=1`, 'orders=ID_0123456789abcdef&uuid=1'],
    ] as const;

    for (const [known, unknown] of pairs) {
      const answer = await outsider.api(`/client/api/check?${known}`);

      expect(answer.text).toBe('{"status":"OK","data":[]}');
      expect(comparable(answer)).toEqual(
        comparable(await outsider.api(`/client/api/check?${unknown}`)),
      );
    }
    const { json } = await owner.api(`/client/api/check?orders=${secret.order.id}`);
    expect(json).toMatchObject({
      data: [{ order_id: secret.order.id, product_name: `${SECRET} product` }],
    });
  });

  it('has a key that is free for the outsider, for whom the product is still not found', async () => {
    const path = `/client/api/newOrder/${secret.gone.hidden.product}/params`;
    const [known, fresh] = await Promise.all(
      [secret.order.uuid, randomUUID()].map((uuid) =>
        outsider.api(`${path}?order_uuid=${uuid}&x=1`),
      ),
    );

    expect(comparable(known!)).toEqual(comparable(fresh!));
    expect(known!.json).toMatchObject({ code: 109 });
  });

  it('stays what it is when the outsider orders something under the same key', async () => {
    const other = await shop.account({ balance: '100' });
    const productId = await shop.product({ name: 'Another', price: '2' });
    const { json } = await other.api(
      `/client/api/newOrder/${productId}/params?order_uuid=${secret.order.uuid}`,
    );
    const placed = (json as { data: { order_id: string; price: number } }).data;
    const check = `/client/api/check?orders=${secret.order.uuid}&uuid=1`;

    expect(placed.order_id).not.toBe(secret.order.id);
    expect(placed.price).toBe(2);
    expect((await owner.api(check)).json).toMatchObject({ data: [{ order_id: secret.order.id }] });
    expect((await other.api(check)).json).toMatchObject({
      data: [{ order_id: placed.order_id, product_name: 'Another' }],
    });
  });
});
