import { createHash } from 'node:crypto';
import { NO_EVENT_HASH } from '../../../src/account/events/event-hash.js';
import { feedCursor, feedPlace } from '../../../src/books/feed/feed-cursor.js';
import { Database } from '../../../src/database/database.js';
import {
  MAX_EVENTS,
  MAX_EXAMINED_EVENTS,
} from '../../../src/orders/history/order-changes.repository.js';
import { commitmentsTo } from '../../../src/common/commitment.js';
import { LaterCodes } from '../../../src/orders/later-codes.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { eventsOf } from '../../support/account-events.js';
import { API, place } from '../../support/book-pages.js';
import { insertOrders } from '../../support/book-rows.js';
import { feedOf, told, type Feed, type FeedEvent } from '../../support/feed.js';
import { forge, RECHAIN } from '../../support/forged-ledger.js';
import { asked, reversalsOf } from '../../support/reversals.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  product = await shop.product({ price: '2', fields: ['playerId'] });
});
beforeEach(async () => {
  account = await shop.account({ balance: '1000' });
});

const closing = () => shop.service(OrderCloseService);
const addCodes = (id: string, ...codes: string[]) =>
  shop.inTransaction((manager) =>
    shop.service(LaterCodes).add(manager, id, codes, () => Promise.resolve(20)),
  );

/** All events, page by page, until nothing is new. */
async function walkedFeed(filter = ''): Promise<{ events: FeedEvent[]; pages: number }> {
  const events: FeedEvent[] = [];
  let since = '';
  for (let pages = 1; ; pages++) {
    const { data, cursor } = await feedOf(account, `${filter}${since}`);
    events.push(...data);
    if (since === `&since=${cursor}`) return { events, pages };
    since = `&since=${cursor}`;
  }
}

/** An accepted order with a code and a second one added later, of which a part was paid back, and a rejected one. */
async function busyAccount(): Promise<[string, string]> {
  const [accepted] = await place(account, product);
  const [rejected] = await place(account, product);
  await closing().accept(accepted, { codes: ['CODE-1'], actor: 'test' });
  await closing().reject(rejected, { reason: 'no stock', actor: 'test' });
  await addCodes(accepted, 'CODE-2');
  await reversalsOf(shop).reverse(accepted, asked('0.5'));
  return [accepted, rejected];
}

const sha256 = (...parts: (Buffer | string)[]): string =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest('hex');

/** As a verifier does it. @returns the hash of the last event. */
function verified(events: readonly FeedEvent[]): string {
  return events.reduce((before, { receipt, ...told }) => {
    const { event, previous_hash, hash, salts, texts } = receipt!;
    expect(previous_hash).toBe(before);
    expect(hash).toBe(sha256(Buffer.from(before, 'hex'), JSON.stringify(event)));
    const facts = [String(account.id), String(told.number), told.event, told.order_id, told.at];
    expect(event.slice(0, 5)).toEqual(facts);
    const committed = salts === null ? null : commitmentsTo(texts ?? [], Buffer.from(salts, 'hex'));
    expect(committed).toBe(event.at(-1));
    return hash;
  }, NO_EVENT_HASH.toString('hex'));
}

describe('the feed', () => {
  it('tells what has happened, each event with its order as it is now', async () => {
    const [accepted, rejected] = await busyAccount();
    const feed = await feedOf(account);
    expect(told(feed)).toEqual([
      `1 placed ${accepted}`,
      `2 placed ${rejected}`,
      `3 accepted ${accepted}`,
      `4 rejected ${rejected}`,
      `5 codes ${accepted}`,
      `6 reversed ${accepted}`,
    ]);
    const { json } = await account.api(`${API}/orders`);
    const orders = new Map(
      (json as { data: FeedEvent[] }).data.map((order) => [order.order_id, order]),
    );
    for (const { event, number, at, ...order } of feed.data) {
      expect(order).toEqual(orders.get(order.order_id));
      expect([event, number]).toEqual([expect.any(String), expect.any(Number)]);
      expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    }
    expect(Object.keys(feed)).toEqual(['status', 'data', 'cursor']);
    expect(await feedOf(account, `since=${feed.cursor}`)).toEqual({ ...feed, data: [] });
  });

  it('begins with now, and goes on from each cursor without a gap', async () => {
    await busyAccount();
    const now = await feedOf(account, 'since=now');
    expect(now).toEqual({ status: 'OK', data: [], cursor: now.cursor });
    expect(now.cursor).toBe((await feedOf(account)).cursor);
    const [next] = await place(account, product);
    const after = await feedOf(account, `since=${now.cursor}`);
    expect(told(after)).toEqual([`7 placed ${next}`]);
  });

  it('of an account without events has a cursor from which the first one is told', async () => {
    const empty = await feedOf(account);
    expect(empty).toEqual({ status: 'OK', data: [], cursor: empty.cursor });
    expect((await feedOf(account, 'since=now')).cursor).toBe(empty.cursor);
    const [first] = await place(account, product);
    expect(told(await feedOf(account, `since=${empty.cursor}`))).toEqual([`1 placed ${first}`]);
  });

  it('tells only the types that are asked for, and moves on behind the others', async () => {
    const [accepted, rejected] = await busyAccount();
    const decided = await feedOf(account, 'type=accepted,rejected');
    expect(told(decided)).toEqual([`3 accepted ${accepted}`, `4 rejected ${rejected}`]);
    expect(feedPlace(account.id, decided.cursor)?.number).toBe(6);
    expect(told(await feedOf(account, 'type=late'))).toEqual([]);
    expect(told(await feedOf(account, 'type=reversed'))).toEqual([`6 reversed ${accepted}`]);
  });

  it('has every event once on pages of at most 500, and looks at no more than 2,000', async () => {
    const rows = MAX_EXAMINED_EVENTS + 3;
    await insertOrders(shop.db, account.id, { count: rows });
    const { events, pages } = await walkedFeed();
    expect(told({ data: events })).toEqual(await eventsOf(shop.db, account.id));
    expect(pages).toBeGreaterThan(rows / MAX_EVENTS);
    const filtered = await feedOf(account, 'type=rejected');
    expect(filtered.data).toEqual([]);
    expect(feedPlace(account.id, filtered.cursor)?.number).toBe(MAX_EXAMINED_EVENTS);
    const [rejected] = await place(account, product);
    await closing().reject(rejected, { reason: 'no', actor: 'test' });
    const all = await walkedFeed('type=rejected');
    expect(told({ data: all.events })).toEqual([`${rows + 2} rejected ${rejected}`]);
  });

  it('has pages of at most 1 MiB, receipts included, unless one event alone is larger', async () => {
    const codes = Array.from({ length: 900 }, (_, index) => `${index}-${'x'.repeat(240)}`);
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) {
      const [id] = await place(account, product);
      await closing().accept(id, { codes, actor: 'test' });
      ids.push(id);
    }
    let since = '';
    const seen: string[] = [];
    for (;;) {
      const { text, json } = await account.api(`${API}/orders/changes?receipts=1${since}`);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
      const feed = json as Feed;
      if (feed.data.length === 0) break;
      seen.push(...told(feed));
      since = `&since=${feed.cursor}`;
    }
    expect(seen).toEqual(await eventsOf(shop.db, account.id));
    expect(seen).toHaveLength(12);
  });

  it('shows an order without its codes while they cannot be read', async () => {
    const [id] = await place(account, product);
    await closing().accept(id, { codes: ['CODE-1'], actor: 'test' });
    await shop.db.query(`UPDATE orders SET sealed_codes = 'garbage' WHERE order_id = $1`, [id]);
    const { data } = await feedOf(account);
    expect(data.at(-1)).toMatchObject({ replay_api: null, codes_unavailable: true });
  });

  it('marks test orders, whose receipts link the others and commit to nothing', async () => {
    const [id] = await place(account, product);
    await shop.db.query(
      `INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object(
         'order_id', 'ID_' || left(md5(order_id), 16), 'order_uuid', 'test', 'rehearsal', true, 'total', 0))).*
       FROM orders o WHERE order_id = $1`,
      [id],
    );
    const { data } = await feedOf(account, 'receipts=1');
    expect(data).toEqual([
      expect.not.objectContaining({ test: true }),
      expect.objectContaining({ event: 'placed', number: 2, test: true }),
    ]);
    expect(verified(data)).toBe(data[1]?.receipt?.hash);
    expect(data[1]?.receipt).toMatchObject({ salts: null, texts: null });
  });
});

describe('receipts', () => {
  it('let events be verified, with the texts that they commit to', async () => {
    await busyAccount();
    const { data } = await feedOf(account, 'receipts=1');
    const head = verified(data);
    const [row] = await shop.db.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM account_events WHERE account_id = $1
       ORDER BY number DESC LIMIT 1`,
      [account.id],
    );
    expect(head).toBe(row?.hash);
    const texts = data.map(({ receipt }) => receipt?.texts);
    expect(texts[0]).toEqual([JSON.stringify(Object.entries(data[0]!.data))]);
    expect(texts[3]).toEqual(['no stock']);
    expect(texts[5]).toHaveLength(2);
  });

  it('tell neither salts nor texts once they are erased, nor those of texts not written for resellers', async () => {
    const [accepted] = await busyAccount();
    await shop.db.query(
      `UPDATE account_events SET salts = NULL WHERE account_id = $1 AND type = 'placed'`,
      [account.id],
    );
    // The chain stays consistent: other specs back up the same shop.
    await forge(
      shop.db,
      `UPDATE ledger_entries SET actor = 'operator:a name' WHERE order_id = '${accepted}' AND kind = 'reversal'`,
      RECHAIN(account.id),
    );
    const { data } = await feedOf(account, 'receipts=1');
    for (const index of [0, 1, 5]) {
      expect(data[index]?.receipt).toMatchObject({ salts: null, texts: null });
    }
    expect(data[3]?.receipt?.texts).toEqual(['no stock']);
  });
});

describe('a cursor', () => {
  it.each(['', 'x', 'null', 'NOW'])('that is none is 114: %j', async (since) => {
    const { status, json } = await account.api(`${API}/orders/changes?since=${since}`);
    const message = expect.stringContaining('since (now, or the cursor') as string;
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 114, message })]);
  });

  it('of another account is 114', async () => {
    const other = await shop.account();
    const { cursor } = await feedOf(other, 'since=now');
    const { json } = await account.api(`${API}/orders/changes?since=${cursor}`);
    expect(json).toMatchObject({ code: 114 });
  });

  it.each<[string, (place: { lineage: string; number: number; hash: string }) => object]>([
    ['history', () => ({ lineage: '0'.repeat(16) })],
    ['event under its number', () => ({ hash: '0'.repeat(16) })],
    ['end, behind the last event', ({ number }) => ({ number: number + 1 })],
  ])('of another %s begins anew, and says so', async (_, change) => {
    await busyAccount();
    const { cursor, data } = await feedOf(account);
    const known = feedPlace(account.id, cursor)!;
    const since = feedCursor(account.id, { ...known, ...change(known) });
    expect(await feedOf(account, `since=${since}&wait=25`)).toEqual({
      ...{ status: 'OK', data, cursor, restarted: true },
    });
  });

  it('of another history begins anew where there is no event, too', async () => {
    const { cursor } = await feedOf(account);
    const place = { ...feedPlace(account.id, cursor)!, lineage: '0'.repeat(16) };
    const since = feedCursor(account.id, place);
    expect(await feedOf(account, `since=${since}&wait=25`)).toEqual({
      ...{ status: 'OK', data: [], cursor, restarted: true },
    });
  });
});

it('the feed is read on the primary, in one statement without receipts', async () => {
  await busyAccount();
  const query = vi.spyOn(shop.service(Database).manager, 'query');
  await feedOf(account);
  const reads = query.mock.calls.filter(([sql]) => sql.includes('account_events'));
  query.mockRestore();
  expect(reads).toHaveLength(1);
});
