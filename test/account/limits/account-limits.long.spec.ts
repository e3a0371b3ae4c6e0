import { randomUUID } from 'node:crypto';
import { DrivenLimits } from '../../support/driven-limits.js';
import type { Answer } from '../../support/http-client.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const API = '/client/api';

let shop: TestShop;
let clock: DrivenLimits;
let product: number;

beforeAll(async () => {
  shop = await startTestShop();
  clock = await DrivenLimits.of(shop.db, [shop]);
  product = await shop.product({ price: '1' });
});
afterAll(() => shop.close());

async function limited(orders: number): Promise<TestAccount> {
  const account = await shop.account({ balance: '10000' });
  await shop.db.query('UPDATE accounts SET orders_per_minute = $2 WHERE id = $1', [
    account.id,
    orders,
  ]);
  return account;
}

const order = ({ api }: TestAccount, uuid: string = randomUUID()): Promise<Answer> =>
  api(`${API}/newOrder/${product}/params?order_uuid=${uuid}`);

const code = ({ json }: Answer): unknown => (json as { code?: unknown }).code;

describe('a limit of orders', () => {
  it('lets a thousand replays through, refuses new orders, and writes nothing of them', async () => {
    const account = await limited(10);
    const uuids = Array.from({ length: 10 }, () => randomUUID());
    const placed = await Promise.all(uuids.map((uuid) => order(account, uuid)));
    expect(placed.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    const refused = await order(account);
    expect([refused.status, code(refused)]).toEqual([429, 111]);
    expect(refused.headers).toMatchObject({ 'retry-after': '2', 'ratelimit-reset': '6' });
    const texts = new Set(placed.map(({ text }) => text));
    // A busy server answers 503, which says nothing; the limit would answer 429.
    const replay = (uuid: string): Promise<Answer> =>
      until(async () => {
        const path = `${API}/newOrder/${product}/params?order_uuid=${uuid}`;
        const answer = await shop.requestPage(path, account);
        return answer.status !== 503 && answer;
      });
    for (let round = 0; round < 20; round++) {
      const replays = Array.from({ length: 5 }, () => uuids).flat();
      const answers = await Promise.all(replays.map(replay));
      for (const { text } of answers) expect(texts).toContain(text);
    }
    expect(
      await shop.db.query('SELECT FROM order_keys WHERE account_id = $1', [account.id]),
    ).toHaveLength(10);
    expect((await order(account)).status).toBe(429);
    await clock.pass(7);
    expect((await order(account)).status).toBe(200);
    expect((await order(account)).status).toBe(429);
  });
});
