import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feedCursor, feedPlace } from '../../src/books/feed/feed-cursor.js';
import { FeedWaits } from '../../src/books/feed/feed-waits.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { API } from '../support/book-pages.js';
import { describeWhere } from '../support/describe-where.js';
import { FaultProxy, type Fault } from '../support/fault-proxy.js';
import { feedOf } from '../support/feed.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { BotShop, error, json, OK } from './bot-shop.js';
import { BOTS, execute, filesOf, missingOf } from './bot-run.js';

/** What happens to the first requests that wait, before one is answered. */
const FAULTS: readonly Fault[] = ['lost', 'busy', 'html'];
const WAIT = 'wait=20';
/** With what a bot ends while its order waits and there is no feed. */
const STILL_WAITING = 75;

/** Two servers are to read the same codes. */
const SETTINGS = { SECRET_KEYS: newSecretKey() };

let shop: TestShop;
/** The one that the bots ask, on the same database. */
let server: TestShop;
let proxy: FaultProxy;
let folder: string;
let account: TestAccount;
let product: number;
/** Paths that the bot has asked for. */
let asked: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-following-bots-'));
  shop = await startTestShop(SETTINGS);
  server = await startTestShop(SETTINGS, {}, shop.db);
  proxy = await FaultProxy.start(server.baseUrl);
  product = await shop.product({ price: '1', type: 'package' });
});
beforeEach(async () => {
  account = await shop.account({ balance: '10' });
  asked = [];
  proxy.choose = (path) => {
    asked.push(path.replace(`${API}/`, ''));
    return 'none';
  };
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  await shop.close();
  await rm(folder, { recursive: true });
});

/** Places an order, as a former run of the bot has done. */
async function waitingOrder(): Promise<string> {
  const path = `${API}/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  return ((await account.api(path)).json as { data: { order_id: string } }).data.order_id;
}

const accept = (orderId: string) =>
  shop.service(OrderCloseService).accept(orderId, { actor: 'test', codes: ['CODE-1'] });

/** What a bot says of an order that the shop does not know. */
const notKnown = (orderId: string) =>
  new RegExp(
    `not know ${orderId}: check BASE_URL and TOKEN.* Nothing is bought while .*\\.feed\\.`,
  );

/** Once the bot waits at the server. */
const untilItWaits = () => until(() => server.service(FeedWaits).count === 1);

async function restartServer(): Promise<void> {
  const { choose } = proxy;
  // A server that is asked again and again does not close the connections.
  proxy.choose = () => 'lost';
  await server.stop();
  server = await startTestShop(SETTINGS, {}, shop.db);
  proxy.target = server.baseUrl;
  proxy.choose = choose;
}

/** Fails the first requests that wait. */
function withFaults(): void {
  const [left, choose] = [[...FAULTS], proxy.choose];
  proxy.choose = (path) => {
    choose(path);
    return (path.includes(WAIT) ? left.shift() : undefined) ?? 'none';
  };
}

describe.each(BOTS)('%s', (file, program, ...needed) => {
  const runAt = (url: string, { token } = account) => ({ file, program, url, token, folder });
  const kept = (): unknown => JSON.parse(readFileSync(filesOf(runAt('')).feed, 'utf8'));

  describeWhere(missingOf(program, ...needed), 'follows orders/changes', () => {
    it('from placed to accepted, while the server is lost for a moment', async () => {
      withFaults();
      const ending = execute({ ...runAt(proxy.url), pause: '1' });
      await untilItWaits();
      const [event] = (await feedOf(account)).data;
      const orderId = event!.order_id;
      expect(kept()).toMatchObject({ waiting: [orderId] });
      await restartServer();
      await untilItWaits();
      await accept(orderId);

      const { code, out } = await ending;
      expect([code, out]).toEqual([0, expect.stringContaining(`Order ${orderId}: wait, charged`)]);
      expect(out).toMatch(
        new RegExp(
          `checked ${orderId}: wait[^]*placed ${orderId}: wait[^]*accepted ${orderId}: accept.*CODE-1`,
        ),
      );
      expect(kept()).toEqual({ cursor: (await feedOf(account)).cursor, waiting: [] });
      expect(existsSync(filesOf(runAt('')).order)).toBe(false);
      expect(await invariantFaults(shop.db)).toEqual([]);
      // Once after the order, however long it waits.
      expect(asked.filter((path) => path.startsWith('check'))).toHaveLength(1);
    });

    it('anew where the shop has restarted them, and looks for its orders', async () => {
      const orderId = await waitingOrder();
      const { cursor } = await feedOf(account);
      const place = { ...feedPlace(account.id, cursor)!, lineage: '0'.repeat(16) };
      const former = { cursor: feedCursor(account.id, place), waiting: [orderId] };
      writeFileSync(filesOf(runAt('')).feed, JSON.stringify(former));

      const ending = execute(runAt(proxy.url));
      await untilItWaits();
      await accept(orderId);
      const { code, out } = await ending;
      expect([code, out]).toEqual([0, expect.stringMatching(/accepted .*: accept.*CODE-1/)]);
      const check = `check?orders=[${orderId}]`;
      expect(asked).toEqual([
        check,
        `orders/changes?since=${former.cursor}&${WAIT}`,
        check,
        `orders/changes?since=${cursor}&${WAIT}`,
      ]);
      expect(out.match(/placed /g)).toHaveLength(1);
    });

    it('and keeps an order that the shop does not know, and buys nothing', async () => {
      const { cursor } = await feedOf(account);
      const [known, lost] = [await waitingOrder(), 'ID_0000000000000000'];
      await accept(known);
      const { order, feed } = filesOf(runAt(''));
      writeFileSync(feed, JSON.stringify({ cursor, waiting: [lost, known] }));
      // Nor may what an earlier run has not got through be sent.
      writeFileSync(order, `newOrder/${product}/params?qty=1&order_uuid=${randomUUID()}`);
      const first = await execute(runAt(proxy.url));
      expect([first.code, first.out]).toEqual([1, expect.stringMatching(notKnown(lost))]);
      expect(first.out).toMatch(new RegExp(`checked ${known}: accept.*CODE-1`));
      expect(kept()).toEqual({ cursor, waiting: [lost] });

      await rm(order);
      const second = await execute(runAt(proxy.url));
      expect([second.code, second.out]).toEqual([1, expect.stringMatching(notKnown(lost))]);
      expect(kept()).toEqual({ cursor, waiting: [lost] });
      expect(asked).toEqual([`check?orders=[${lost},${known}]`, `check?orders=[${lost}]`]);
      expect(existsSync(order)).toBe(false);
    });

    it('and keeps its order where a run asks for another account', async () => {
      const orderId = await waitingOrder();
      const { cursor } = await feedOf(account);
      const former = { cursor, waiting: [orderId] };
      const other = await shop.account({ balance: '10' });
      const wrong = runAt(proxy.url, other);
      writeFileSync(filesOf(wrong).feed, JSON.stringify(former));
      const { code, out } = await execute(wrong);
      expect([code, out]).toEqual([1, expect.stringMatching(notKnown(orderId))]);
      expect(JSON.parse(readFileSync(filesOf(wrong).feed, 'utf8'))).toEqual(former);
      expect(asked).toEqual([`check?orders=[${orderId}]`]);
    });

    it('and keeps an order that is lost once the shop has restarted them', async () => {
      const [known, lost] = ['ID_0000000000000001', 'ID_0000000000000000'];
      const scripted = await BotShop.start();
      const order = { order_id: known, price: 1, replay_api: null };
      const checks = (...states: object[]) => json(200, { status: 'OK', data: states });
      scripted.feed('restarted', [
        json(200, { status: 'OK', data: [], cursor: 'd', restarted: true }),
      ]);
      scripted.checks('restarted', [
        checks({ ...order, status: 'wait' }, { ...order, order_id: lost, status: 'wait' }),
        checks({ ...order, status: 'accept' }),
      ]);
      scripted.script('restarted', []);
      const run = { ...runAt(scripted.url), token: 'restarted' };
      const { feed } = filesOf(run);
      writeFileSync(feed, JSON.stringify({ cursor: 'c', waiting: [lost, known] }));
      const { code, out } = await execute(run);
      scripted.close();
      const left: unknown = JSON.parse(readFileSync(feed, 'utf8'));
      await rm(feed);
      expect([code, out]).toEqual([1, expect.stringMatching(notKnown(lost))]);
      expect(out).toContain(`checked ${known}: accept`);
      expect(left).toEqual({ cursor: 'c', waiting: [lost] });
      expect(scripted.urls('restarted')).toEqual([]);
    });

    it('or asks check where its token may not read books, and buys nothing while its order waits', async () => {
      const token = await shop.token(account.id, { scopes: ['catalog', 'orders'] });
      const withoutBooks = { ...runAt(proxy.url), token };
      const { order, feed } = filesOf(withoutBooks);
      const keeps = () => [existsSync(order), JSON.parse(readFileSync(feed, 'utf8')) as unknown];

      const first = await execute(withoutBooks);
      const events = (await feedOf(account)).data;
      const orderId = events[0]!.order_id;
      expect([first.code, first.out]).toEqual([
        STILL_WAITING,
        expect.stringMatching(
          new RegExp(`Order ${orderId}: wait, charged[^]*Still waiting.*: run this again`),
        ),
      ]);
      expect(keeps()).toEqual([false, { cursor: null, waiting: [orderId] }]);

      asked = [];
      const second = await execute(withoutBooks);
      expect([second.code, second.out]).toEqual([
        STILL_WAITING,
        expect.stringMatching(/Still waiting.*: run this again/),
      ]);
      expect(asked).toEqual([`check?orders=[${orderId}]`]);
      expect(await feedOf(account)).toMatchObject({ data: events });

      await accept(orderId);
      const last = await execute(withoutBooks);
      expect([last.code, last.out]).toEqual([
        0,
        expect.stringMatching(new RegExp(`checked ${orderId}: accept.*CODE-1`)),
      ]);
      expect(keeps()).toEqual([false, { cursor: null, waiting: [] }]);
    });

    it('until a request is refused for good; the next run goes on', async () => {
      const orderId = await waitingOrder();
      const { cursor } = await feedOf(account);
      const former = { cursor, waiting: [orderId] };
      writeFileSync(filesOf(runAt('')).feed, JSON.stringify(former));
      const ending = execute(runAt(proxy.url));
      await untilItWaits();
      await shop.db.query('UPDATE accounts SET api_permitted = false WHERE id = $1', [account.id]);
      await accept(orderId);
      const refused = await ending;
      expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('122')]);
      expect(kept()).toEqual(former);

      await shop.db.query('UPDATE accounts SET api_permitted = true WHERE id = $1', [account.id]);
      const { code, out } = await until(async () => {
        const run = await execute(runAt(proxy.url));
        return run.code === 0 && run;
      });
      expect([code, out]).toEqual([0, expect.stringMatching(/checked .*: accept.*CODE-1/)]);
    });
  });

  describeWhere(
    missingOf(program, ...needed),
    'and a feed that has no place, or is there no more',
    () => {
      it('pauses after an empty answer that comes early', async () => {
        const scripted = await BotShop.start();
        const empty = json(200, { status: 'OK', data: [], cursor: 'c' });
        scripted.feed('pausing', [empty, empty, empty]);
        scripted.script('pausing', [OK]);
        const began = performance.now();
        const run = { ...runAt(scripted.url), token: 'pausing', pause: '1' };
        const { code, out } = await execute(run);
        scripted.close();
        await rm(filesOf(run).feed, { force: true });
        expect([code, out]).toEqual([0, expect.stringContaining('checked')]);
        expect(performance.now() - began).toBeGreaterThan(2_000);
      });

      it.each([
        [404, 404],
        [124, 403],
      ])('ends while its order waits, once the feed answers %i', async (code, status) => {
        const scripted = await BotShop.start();
        const empty = json(200, { status: 'OK', data: [], cursor: 'c' });
        scripted.feed('losing', [empty, error(code, status), empty]);
        scripted.script('losing', [OK]);
        const run = { ...runAt(scripted.url), token: 'losing' };
        const ended = await execute(run);
        scripted.close();
        const { feed } = filesOf(run);
        const left = JSON.parse(readFileSync(feed, 'utf8')) as { waiting: readonly string[] };
        await rm(feed);
        expect([ended.code, left]).toEqual([
          STILL_WAITING,
          { cursor: 'c', waiting: [expect.stringMatching(/^ID_/)] },
        ]);
        expect(ended.out).toContain(`Still waiting for ${left.waiting[0]}: run this again`);
      });
    },
  );
});
