import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CutFileError,
  RefusedError,
  SoukClient,
  UnansweredError,
  type ListedOrder,
} from '../../client/src/index.js';
import { insertEntries } from '../support/book-rows.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { error } from './fake-shop.js';
import { TestClock } from './test-clock.js';

let shop: TestShop;
let account: TestAccount;
let client: SoukClient;
let productIds: number[];
/** Of each answer that the client got. */
let statuses: number[] = [];

beforeAll(async () => {
  // A shop of its own: its whole catalog is read.
  shop = await startTestShop();
  const category = await shop.category();
  productIds = [];
  for (const price of ['1', '0.00772255027173913', '0.5']) {
    productIds.push(await shop.product({ price, categoryId: category, fields: ['playerId'] }));
  }
});
afterAll(() => shop.close());
beforeEach(async () => {
  statuses = [];
  account = await shop.account({ balance: '100' });
  client = clientOf(account.token);
});

function clientOf(token: string): SoukClient {
  const watched: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    statuses.push(response.status);
    return response;
  };
  return new SoukClient({
    baseUrl: `${shop.baseUrl}/`,
    token,
    fetch: watched,
    clock: new TestClock(),
  });
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('the catalog', () => {
  it('is asked for again only when it has changed', async () => {
    const first = await client.catalog();
    const copy = structuredClone(first);
    first.products.length = 0;
    expect(await client.catalog()).toEqual(copy);
    await shop.db.query('UPDATE products SET name = $1 WHERE id = $2', ['New', productIds[0]]);
    await shop.request('/client/api/ping');
    expect((await client.catalog()).products.map(({ name }) => name)).toContain('New');
    expect(statuses).toEqual([200, 304, 200]);
  });

  it('has prices with every digit of the wire, as text', async () => {
    const id = await shop.product({ price: '123456789012345678.123456789012345678' });
    const price = '123456789012345678.123456789012345678';
    // An answer that was being read before the product was made may be shared.
    const { products, categories } = await until(async () => {
      const read = await client.catalog();
      return read.products.some((product) => product.id === id) && read;
    });
    const { category_id: category } = products.find((product) => product.id === id)!;
    const listed = [
      products.find((product) => product.id === id),
      categories.find((one) => one.id === category)?.products[0],
      (await client.content(category)).products[0],
      (await client.products([id]))[0],
      (await client.syncCatalog()).products[id],
    ];
    expect(listed.map((product) => product?.price)).toEqual(Array<string>(5).fill(price));
    await shop.db.query('UPDATE products SET deleted_at = now() WHERE id = $1', [id]);
  });

  it('is synced anew from a state that was stored with numbers', async () => {
    const state = await client.syncCatalog();
    const stored = JSON.parse(JSON.stringify(state), (name, value: unknown) =>
      name === 'price' ? Number(value) : value,
    ) as typeof state;
    expect(await client.syncCatalog(stored)).toEqual(state);
  });

  it('is read in parts, too', async () => {
    const [root] = (await client.content(0)).categories;
    const content = await client.content(root?.id ?? 0);
    expect(content.products.map(({ id }) => id)).toEqual(productIds);
    expect(await client.products(productIds.slice(1))).toEqual(content.products.slice(1));
    expect((await client.products()).length).toBe(3);
    expect(await client.products([])).toEqual([]);
    await expect(client.products([999_999])).rejects.toMatchObject({ code: 109 });
  });

  it('is not what another account sees', async () => {
    const { token } = await shop.account();
    await expect(clientOf('wrong').catalog()).rejects.toMatchObject({ code: 121, status: 401 });
    expect((await clientOf(token).catalog()).products.length).toBe(3);
  });
});

describe('money', () => {
  it('is quoted, charged and checked alike', async () => {
    const request = {
      productId: productIds[1]!,
      quantity: '1000.5',
      fields: { playerId: '5 1&qty=2' },
    };
    const { data } = await client.quote(request);
    expect(data.price).toBe(7.72641155);
    const result = await client.order({ ...request, maxPrice: data.price });
    if (result.kind !== 'waiting') throw new Error(result.kind);
    expect(result.order).toMatchObject({ price: '7.72641155', data: request.fields });

    const [byId] = await client.check([result.order.order_id]);
    const [byKey] = await client.check([result.uuid], 'uuid');
    expect(byId).toEqual(byKey);
    expect(byId).toMatchObject({ price: '7.72641155', reason: null });
    expect(await client.profile()).toMatchObject({ balance: '92.27358845' });
    expect((await client.profile({ details: '1' })).ledger_sequence).toBe(2);
  });

  it('above the limit is refused, and the key is free', async () => {
    const request = {
      productId: productIds[0]!,
      fields: { playerId: '5' },
      maxPrice: '0.99999999',
    };
    await expect(client.quote(request)).rejects.toMatchObject({ code: 118 });
    const refused = await client.order(request);
    expect(refused).toMatchObject({ kind: 'refused', code: 118, isSealed: false });
    const { uuid } = refused;
    expect(await client.order({ ...request, maxPrice: 1 }, { uuid })).toMatchObject({
      kind: 'waiting',
    });
    expect(await client.seal([uuid])).toMatchObject({ data: [{ status: 'wait' }], sealed: [] });
  });

  it('of a shop that masks its errors is no other', async () => {
    const { token } = await shop.account({ errorHttpStatus: 'always-200' });
    const poor = clientOf(token);
    const request = { productId: productIds[0]!, fields: { playerId: '5' } };
    expect(await poor.order(request)).toMatchObject({ kind: 'refused', code: 100 });
    await expect(poor.quote(request)).rejects.toThrow(RefusedError);
    expect(statuses).toEqual([200, 200]);
  });
});

describe('the books', () => {
  let books: SoukClient;

  beforeAll(async () => {
    const owner = await shop.account({ balance: '100' });
    await insertEntries(shop.db, owner.id, { count: 700 });
    books = clientOf(owner.token);
    for (let count = 0; count < 7; count++) {
      await books.order({ productId: productIds[count % 3]!, fields: { playerId: '5' } });
    }
  });

  it('are walked page by page, as far as they are wanted', async () => {
    const orders = await all(books.orders({ limit: 2 }));
    expect([orders.length, statuses.length]).toEqual([7, 4]);
    const some = await all(books.orders({ product_id: productIds[0]!, status: 'wait' }));
    expect(some).toEqual(orders.filter(({ product_id }) => product_id === productIds[0]));

    statuses = [];
    for await (const { order_id } of books.orders({ limit: 2 })) {
      expect(order_id).toBe(orders[0]?.order_id);
      break;
    }
    expect(statuses.length).toBe(1);
  });

  it('are the same in a file', async () => {
    expect(await all(books.ordersFromFile())).toEqual(await all(books.orders()));
    const entries = await all(books.statement({ limit: 500 }));
    expect(entries.length).toBe(708);
    expect(await all(books.statementFromFile())).toEqual(entries);
    const csv = Buffer.concat(await all(books.statementFile('csv'))).toString();
    expect(csv.trim().split('\n').length).toBe(709);
    expect((await all(books.ordersFile('csv', { status: 'accept' }))).length).toBe(1);
  });

  it('are refused by their codes', async () => {
    await expect(all(books.orders({ from: 'yesterday' }))).rejects.toMatchObject({ code: 114 });
    await expect(all(books.ordersFile('csv', { from: 'x' }))).rejects.toMatchObject({ code: 114 });
    const narrow = clientOf(await shop.token(account.id, { scopes: ['catalog'] }));
    await expect(all(narrow.statementFromFile())).rejects.toMatchObject({ code: 124, status: 403 });
  });
});

describe('behind a network that breaks', () => {
  let answers: ((response: ServerResponse) => void)[];
  let broken: SoukClient;
  let clock: TestClock;
  const server = createServer((_request, response) => answers.shift()?.(response));

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    const { port } = server.address() as AddressInfo;
    clock = new TestClock();
    broken = new SoukClient({ baseUrl: `http://127.0.0.1:${port}`, token: 't', clock });
  });

  const line = (order_id: string) =>
    `${JSON.stringify({ order_id, order_uuid: '', status: 'wait', price: '1' })}\n`;
  const cut = (response: ServerResponse): void => void response.destroy();
  const refused = (response: ServerResponse): void => {
    const { body } = error(124, 200);
    response.end(body);
  };
  /** A file that begins so; `end` is what becomes of it. */
  const file =
    (text: string, end: 'cut' | 'hang' | 'end', type = 'application/jsonl; charset=utf-8') =>
    (response: ServerResponse): void => {
      response.writeHead(200, { 'Content-Type': type });
      if (end === 'end') response.end(text);
      else response.write(text, () => (end === 'cut' ? response.destroy() : undefined));
    };

  const expire = (): void => {
    clock.expire();
  };

  async function read(): Promise<{ ids: string[]; failure: unknown }> {
    const ids: string[] = [];
    try {
      for await (const { order_id } of broken.ordersFromFile()) {
        ids.push(order_id);
        // When the next part is waited for.
        if (ids.length === 2) setImmediate(expire);
      }
      return { ids, failure: undefined };
    } catch (failure) {
      return { ids, failure };
    }
  }

  it.each<[string, ReturnType<typeof file>]>([
    ['cut', file(line('a') + line('b'), 'cut')],
    ['cut within a line', file(line('a') + line('b') + '{"order_id', 'cut')],
    ['ended within a line', file(line('a') + line('b') + '{"order_id', 'end')],
    ['ended by garbage', file(line('a') + line('b') + '<html>\n', 'end')],
    ['never ended', file(line('a') + line('b'), 'hang')],
  ])('a file that was %s is no whole one', async (_name, answer) => {
    // Again, where the end was seen before the beginning, and the file is asked for once more.
    answers = Array.from({ length: 50 }, () => answer);
    const { ids, failure } = await read();
    expect(failure).toBeInstanceOf(CutFileError);
    expect(ids.length).toBeLessThanOrEqual(2);
    expect(answers.length).toBeGreaterThan(45);
  });

  it('a file is asked for until it begins, and no longer', async () => {
    answers = [cut, (response) => response.writeHead(503).end('busy'), file(line('a'), 'end')];
    expect(await read()).toEqual({ ids: ['a'], failure: undefined });
    answers = [refused];
    expect((await read()).failure).toMatchObject({ code: 124, status: 200 });
    answers = [file('<html></html>', 'end', 'text/html')];
    broken = new SoukClient({ ...brokenOptions(), deadlineMs: 0 });
    expect((await read()).failure).toBeInstanceOf(UnansweredError);
  });

  it('a list is asked for page by page, each until it is there', async () => {
    const page = (next: string | null) => (response: ServerResponse) => {
      const data: Partial<ListedOrder>[] = [
        { order_id: 'a', order_uuid: '', status: 'wait', price: '1' },
      ];
      response.end(JSON.stringify({ status: 'OK', data, next }));
    };
    answers = [cut, page('1'), cut, page('2'), page(null)];
    expect((await all(broken.orders())).length).toBe(3);
    answers = [page('1'), page('1'), page('1')];
    await expect(all(broken.orders())).rejects.toThrow('its own next one');
  });

  it('a request that is never answered fails in the end', async () => {
    broken = new SoukClient({ ...brokenOptions(), deadlineMs: 60_000 });
    answers = Array.from({ length: 100 }, () => cut);
    await expect(broken.profile()).rejects.toThrow(UnansweredError);
    expect(clock.nowMs()).toBeLessThanOrEqual(60_000);
    expect(answers.length).toBeLessThan(95);
  });

  function brokenOptions() {
    const { port } = server.address() as AddressInfo;
    return { baseUrl: `http://127.0.0.1:${port}`, token: 't', clock };
  }
});
