import { randomBytes } from 'node:crypto';
import { newSecretKey, SecretBox } from '../../src/common/secret-box.js';
import type { SoukHttpAdapter } from '../../src/common/http/server/souk-http-adapter.js';
import { MAX_PAGE_BYTES } from '../../src/orders/history/listed-orders.js';
import { API, page, walked, type Page } from '../support/book-pages.js';
import { insertOrders } from '../support/book-rows.js';
import { hangingReader } from '../support/hanging-reader.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';
import { until } from '../support/until.js';

interface OrderItem {
  readonly order_id: string;
  readonly replay_api: readonly string[] | null;
  readonly codes_unavailable: boolean;
}

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
});
/** Delivers codes with one order. */
async function deliver(
  orderId: string,
  codes: readonly string[],
  box = shop.service(SecretBox),
): Promise<void> {
  const encrypted = box.encrypt(JSON.stringify(codes), `order:${account.id}:${orderId}`);
  await shop.db.query(
    `UPDATE orders SET sealed_codes = $1, status = 'accept', decided_by = 'test', decided_at = now()
     WHERE order_id = $2`,
    [encrypted, orderId],
  );
}

const ids = (orders: readonly OrderItem[]) => orders.map(({ order_id }) => order_id);

describe('orders with very many codes', () => {
  const codes = Array.from({ length: 1_000 }, () => randomBytes(150).toString('hex'));
  let newestFirst: string[];

  beforeAll(async () => {
    account = await shop.account();
    const inserted = await insertOrders(shop.db, account.id, { count: 12 });
    for (const id of inserted.slice(2)) await deliver(id, codes);
    newestFirst = inserted.toReversed();
  });

  it('end a page by what it weighs, and the walk has every one', async () => {
    const [sizes, read]: [number[], OrderItem[]] = [[], []];
    for (let next: string | null = ''; next !== null;) {
      const query = `orders?limit=500${next && `&cursor=${next}`}`;
      const { text, json } = await account.api(`${API}/${query}`);
      const found = json as Page<OrderItem>;
      read.push(...found.data);
      sizes.push(found.data.length);
      expect(text.length).toBeLessThan(MAX_PAGE_BYTES + 2 * JSON.stringify(codes).length);
      next = found.next;
    }
    // Of 300 KB each, the fourth one reaches a mebibyte.
    expect(sizes).toEqual([4, 4, 4]);
    expect(ids(read)).toEqual(newestFirst);
    expect(read[9]!.replay_api).toEqual(codes);
    expect((await page<OrderItem>(account, 'orders?limit=3')).data).toHaveLength(3);
  });

  it('end the pages of a filter so, too, whose last one has no next', async () => {
    const sizes: number[] = [];
    for (let next: string | null = ''; next !== null;) {
      const query = `orders?limit=5&status=accept${next && `&cursor=${next}`}`;
      const found: Page<OrderItem> = await page<OrderItem>(account, query);
      sizes.push(found.data.length);
      next = found.next;
    }
    expect(sizes).toEqual([4, 4, 2]);
  });

  it('are counted in memory with what they weigh, while a client does not read them', async () => {
    const unsent = () =>
      (shop.app.getHttpAdapter() as unknown as SoukHttpAdapter).unsentAnswers.byteLength;
    const { connection, response } = await hangingReader(shop, account, 'orders?format=jsonl');

    expect(unsent()).toBeGreaterThan(MAX_PAGE_BYTES);
    connection.destroy();
    // What it was sent last would never leave the server, which does not notice the end before.
    response.socket?.destroy();
    await until(() => unsent() === 0);
  });

  it('are all in a file, once', async () => {
    const { text } = await shop.requestPage(`${API}/orders?format=jsonl`, account);
    const lines = text.trimEnd().split('\n');

    expect(ids(lines.map((line) => JSON.parse(line) as OrderItem))).toEqual(newestFirst);
  });
});

describe('an order whose secret key is gone', () => {
  let newestFirst: string[];

  beforeAll(async () => {
    account = await shop.account();
    const inserted = await insertOrders(shop.db, account.id, { count: 3 });
    await deliver(inserted[0]!, ['CODE-0']);
    const lostKey = Buffer.from(newSecretKey(), 'base64');
    await deliver(inserted[1]!, ['CODE-1'], new SecretBox([lostKey]));
    newestFirst = inserted.toReversed();
  });
  // The shop has no such secrets for whoever uses it next.
  afterAll(() =>
    shop.db.query('UPDATE orders SET sealed_codes = NULL WHERE account_id = $1', [account.id]),
  );

  it('is listed without its codes and says so; the orders around it are whole', async () => {
    const orders = await walked<OrderItem>(account, 'orders?limit=1');

    expect(ids(orders)).toEqual(newestFirst);
    expect(orders).toMatchObject([
      { replay_api: null, codes_unavailable: false },
      { replay_api: null, codes_unavailable: true },
      { replay_api: ['CODE-0'], codes_unavailable: false },
    ]);
    const checked = await account.api(`${API}/check?orders=${newestFirst[1]!}`);
    expect(checked.json).toMatchObject({ code: 111 });
  });

  it('ends no file, and the operator reads of it in the log', async () => {
    for (const format of ['jsonl', 'csv']) {
      const { status, text } = await shop.requestPage(`${API}/orders?format=${format}`, account);
      const lines = text.trimEnd().split(/\r?\n/);
      const found = newestFirst.map((id) => lines.findIndex((line) => line.includes(id)));

      expect([status, found]).toEqual([200, format === 'csv' ? [1, 2, 3] : [0, 1, 2]]);
      const ends = lines.map((line) => /true|false/.exec(line.slice(-6))?.[0]).filter(Boolean);
      expect(ends).toEqual(['false', 'true', 'false']);
      expect(lines.filter((line) => line.includes('CODE-'))).toHaveLength(1);
    }
    const lines = shop.logs().filter((each) => each.includes('without their codes'));
    const [line] = lines.filter((each) => each.includes(newestFirst[1]!));
    expect(JSON.parse(line!)).toMatchObject({ level: 50, orders: 1 });
  });
});
