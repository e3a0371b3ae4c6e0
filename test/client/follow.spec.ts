import { RefusedError, SoukClient, type FollowedEvents } from '../../client/src/index.js';
import { FeedWaits } from '../../src/books/feed/feed-waits.js';
import { feedCursor, feedPlace } from '../../src/books/feed/feed-cursor.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { place } from '../support/book-pages.js';
import { feedOf } from '../support/feed.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { workerShop } from '../support/worker-shop.js';
import { TestClock } from './test-clock.js';

let shop: TestShop;
let account: TestAccount;
let product: number;
let clock: TestClock;
/** What becomes of the next requests, before the shop is asked. */
let faults: (() => Response)[];
let asked: URL[];

beforeAll(async () => {
  shop = await workerShop();
  product = await shop.product({ price: '1', fields: ['playerId'] });
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
  clock = new TestClock();
  faults = [];
  asked = [];
});

const client = (timeoutMs?: number): SoukClient =>
  new SoukClient({
    ...{ baseUrl: shop.baseUrl, token: account.token, clock },
    ...(timeoutMs !== undefined && { timeoutMs }),
    fetch: async (url, init) => {
      asked.push(new URL(url as string));
      return faults.shift()?.() ?? fetch(url, init);
    },
  });
const unreachable = (): Response => {
  throw new TypeError('fetch failed');
};
const told = ({ events }: FollowedEvents): string[] =>
  events.map(({ number, event }) => `${number} ${event}`);
const next = async (follower: AsyncIterator<FollowedEvents>): Promise<FollowedEvents> => {
  const { value } = (await follower.next()) as { value: FollowedEvents };
  return value;
};

it('begins with the first event, waits for the next ones, and goes on after failures', async () => {
  const [id] = await place(account, product);
  const follower = client().follow();
  expect(told(await next(follower))).toEqual(['1 placed']);
  const waits = shop.service(FeedWaits);
  const later = next(follower);
  await until(() => waits.count > 0);
  await shop.service(OrderCloseService).reject(id, { reason: 'no', actor: 'test' });
  expect(told(await later)).toEqual(['2 rejected']);
  faults = [unreachable, () => new Response('<html>', { status: 502 }), unreachable];
  await place(account, product);
  expect(told(await next(follower))).toEqual(['3 placed']);
  expect(clock.pausesMs).toHaveLength(3);
  await follower.return();
});

it('with now has a cursor to store at once, from which another client goes on', async () => {
  await place(account, product);
  const { events, cursor } = await next(client().follow({ since: 'now' }));
  expect(events).toEqual([]);
  const [id] = await place(account, product);
  await shop.service(OrderCloseService).reject(id, { reason: 'no', actor: 'test' });
  const follower = client().follow({ since: cursor, type: 'rejected' });
  expect(told(await next(follower))).toEqual(['3 rejected']);
});

it('says that the history is another one, and begins anew', async () => {
  await place(account, product);
  const { cursor } = await feedOf(account);
  const since = feedCursor(account.id, {
    ...feedPlace(account.id, cursor)!,
    lineage: '0'.repeat(16),
  });
  const first = await next(client().follow({ since }));
  expect([told(first), first.restarted]).toEqual([['1 placed'], true]);
});

it('waits less than a request may take, and pauses where it may not wait', async () => {
  const empty = await feedOf(account, 'since=now');
  faults = Array.from({ length: 3 }, () => () => Response.json(empty));
  const gone = new AbortController();
  const follower = client(12_000).follow({ since: empty.cursor, signal: gone.signal });
  const ended = next(follower);
  await until(() => asked.length >= 4);
  gone.abort(new Error('enough'));
  await expect(ended).rejects.toThrow('enough');
  expect(asked[0]?.searchParams.get('wait')).toBe('7');
  expect(clock.pausesMs).toEqual([2_000, 2_000, 2_000]);
});

it('ends with an answer that no repetition changes', async () => {
  await shop.db.query('UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1', [
    account.id,
  ]);
  await shop.request('/client/api/ping');
  const failed = client().follow().next();
  await expect(failed).rejects.toThrow(RefusedError);
  await expect(failed).rejects.toMatchObject({ code: 121 });
});
