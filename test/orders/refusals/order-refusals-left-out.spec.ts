import { randomUUID } from 'node:crypto';
import { Instance } from '../../support/instance.js';
import { invariantsFromNow } from '../../support/invariants.js';
import { refusalRows, refusalsWritten } from '../../support/refusal-rows.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let faults: () => Promise<string[]>;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  faults = await invariantsFromNow(shop.db);
  product = await shop.product({ price: '1' });
});
afterAll(async () => {
  expect(await faults()).toEqual([]);
});

const path = (of: number, uuid: string) => `/client/api/newOrder/${of}/params?order_uuid=${uuid}`;

const settled = () => refusalsWritten(shop);
const rich = () => shop.account({ balance: '100' });

describe('nothing is noted', () => {
  it.each<[string, (account: TestAccount) => Promise<number>]>([
    ['of an order that is placed and sent again', (account) => twice(account)],
    ['of a quote', ({ api }) => codeOf(api(`/client/api/quote/${product}/params?qty=7`))],
    ['without a token', ({ api }) => codeOf(api(path(product, randomUUID()), { token: '' }))],
    [
      'of an unknown token',
      ({ api }) => codeOf(api(path(product, randomUUID()), { token: 'x'.repeat(64) })),
    ],
    [
      'of a prefetch',
      ({ api }) =>
        codeOf(api(path(product, randomUUID()), { headers: { 'Sec-Purpose': 'prefetch' } })),
    ],
    [
      'of HEAD',
      ({ api }) =>
        api(path(product, randomUUID()), { method: 'HEAD' }).then(({ status }) => status),
    ],
    ['of a halted account', (account) => halted(account)],
    ['beyond a limit', (account) => limited(account)],
  ])('%s', async (_, send) => {
    const account = await rich();
    await send(account);
    await settled();
    expect(await refusalRows(shop.db, account.id)).toEqual([]);
    // The journal was at work.
    await account.api(path(product, 'malformed'));
    await settled();
    expect(await refusalRows(shop.db, account.id)).toHaveLength(1);
  });

  const codeOf = async (answer: ReturnType<TestAccount['api']>) =>
    ((await answer).json as { code: number }).code;

  async function twice({ api }: TestAccount): Promise<number> {
    const uuid = randomUUID();
    await api(path(product, uuid));
    return (await api(path(product, uuid))).status;
  }

  /** Its orders are 111, which decides nothing; others are refused before. */
  async function halted({ id, api }: TestAccount): Promise<number> {
    await shop.db.query(
      `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'a fault' WHERE id = $1`,
      [id],
    );
    const code = await codeOf(api(path(product, randomUUID())));
    expect(code).toBe(111);
    return code;
  }

  async function limited({ id, api }: TestAccount): Promise<number> {
    await shop.db.query('UPDATE accounts SET orders_per_minute = 1 WHERE id = $1', [id]);
    await api(path(product, randomUUID()));
    const { status } = await api(path(product, randomUUID()));
    expect(status).toBe(429);
    await shop.db.query('UPDATE accounts SET orders_per_minute = NULL WHERE id = $1', [id]);
    return status;
  }
});

describe('two instances', () => {
  it('write one journal', async () => {
    const account = await shop.account();
    // A shop of its own: what a second server of the shop writes is the promise.
    const other = await Instance.beside(shop);
    const uuids = Array.from({ length: 20 }, () => randomUUID());
    for (const [index, uuid] of uuids.entries()) {
      if (index % 2 === 0) await account.api(path(product, uuid));
      else await other.send(account.token, path(product, uuid).replace('/client/api/', ''));
    }
    // What waits is written when an instance stops.
    await other.close();
    await settled();
    const rows = await refusalRows(shop.db, account.id);
    expect(rows.map(({ order_uuid }) => order_uuid).sort()).toEqual(uuids.sort());
  });
});
