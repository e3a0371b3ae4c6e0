import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWhere } from '../support/describe-where.js';
import { AnotherServer, redirectTo } from './another-server.js';
import { BOTS, execute, missingOf } from './bot-run.js';
import { BotShop, error, json, OK, type Deed, type Reply } from './bot-shop.js';

interface Ended {
  readonly code: number;
  readonly out: string;
  /** Of newOrder, in their order. */
  readonly urls: readonly string[];
  /** How many orders there are, each under its own key. */
  readonly orders: number;
  /** How many keys were sealed. */
  readonly seals: number;
  /** What the bot has kept. */
  readonly file: string | undefined;
}

/** Codes after which no order exists under the key, as docs/api.md says. */
const NO_ORDER = [100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119, 600, 642, 699];
/** Codes that say nothing about earlier requests, and do not change when the request is sent again. */
const SAY_NOTHING = [116, 120, 121, 122, 123, 124, 404, 405, 999];

let shop: BotShop;
let another: AnotherServer;
let folder: string;
let scenarios = 0;

beforeAll(async () => {
  shop = await BotShop.start();
  another = await AnotherServer.start();
  folder = await mkdtemp(join(tmpdir(), 'souk-bots-'));
});
afterAll(async () => {
  shop.close();
  another.close();
  await rm(folder, { recursive: true });
});

async function run(file: string, program: string, deeds: readonly Deed[], kept?: string) {
  const token = kept ?? `scenario-${++scenarios}`;
  shop.script(token, deeds);
  const ended = await execute({ file, program, url: shop.url, token, folder });
  const path = join(folder, token);
  const result: Ended = {
    ...ended,
    urls: shop.urls(token),
    orders: shop.orders(token),
    seals: shop.seals(token),
    file: existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined,
  };
  return { token, ...result };
}

/** Keeps an order as a bot does that has not sent it yet; it then asks for neither the profile nor the products. */
function keptOrder(): string {
  const token = `scenario-${++scenarios}`;
  writeFileSync(join(folder, token), `newOrder/7/params?qty=2&order_uuid=${randomUUID()}\n`);
  return token;
}

/** Runs all, a few at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([worker(), worker(), worker()]);
}

const AGAIN: Readonly<Record<string, readonly Deed[]>> = {
  'broken connections and answers of a proxy': [
    { then: 'cut' },
    { then: 'half' },
    { then: { status: 502, body: '<html>Bad Gateway</html>' } },
    { then: json(502, { code: 502, message: 'Bad Gateway' }) },
  ],
  '111, 130 and 500': [
    { then: error(111, 503, { 'Retry-After': '0' }) },
    { then: error(111, 429) },
    { then: error(130, 503) },
    { then: error(500, 500) },
  ],
  'errors with the status 200': [
    { then: error(111, 200) },
    { then: error(130, 200) },
    { then: error(500, 200) },
    { then: { status: 200, body: '<html>Please log in</html>' } },
  ],
  'lost answers of an order that was placed': [
    { ordered: true, then: 'cut' },
    { then: error(111, 503, { 'Retry-After': '0' }) },
    { ordered: true, then: 'half' },
    { ordered: true, then: error(111, 408) },
  ],
};

/** Answers to orders/changes?since=now that do not say that there is no feed. */
const FEED_FAILURES: Readonly<Record<string, readonly Reply[]>> = {
  'five failed tries': Array<Reply>(5).fill(error(500, 500)),
  'another error': [error(122, 403)],
  'a success without a cursor': [json(200, { status: 'OK', data: [] })],
};

describe.each(BOTS)('%s', (file, program, ...needed) => {
  describeWhere(missingOf(program, ...needed), 'retries by the table of docs/api.md', () => {
    it('sends the very same request until there is an answer: one order', async () => {
      await each(Object.entries(AGAIN), async ([name, deeds]) => {
        const { code, out, urls, orders, file: kept } = await run(file, program, deeds);
        expect([name, code, orders, kept, out]).toEqual([
          name,
          0,
          1,
          undefined,
          expect.stringMatching(/accept, charged 3(\.0)? USD[^]*CODE-1/),
        ]);
        expect([name, urls.length, new Set(urls).size]).toEqual([name, 5, 1]);
        expect(urls[0]).toMatch(/^newOrder\/7\/params\?qty=2&order_uuid=[0-9a-f-]{36}$/);
      });
    });

    it('keeps an order without an answer, and goes on with it when it is run again', async () => {
      const never = Array<Deed>(5).fill({ then: error(130, 503, { 'Retry-After': '0' }) });
      const lost = await run(file, program, [{ ordered: true, then: 'cut' }, ...never.slice(1)]);
      expect([lost.code, lost.file, lost.urls.length]).toEqual([1, lost.urls[0], 5]);
      expect(lost.out).toContain('The outcome is unknown. Run this again');

      const again = await run(file, program, [], lost.token);
      expect([again.code, again.urls, again.orders, again.file]).toEqual([
        0,
        [lost.urls[0]],
        1,
        undefined,
      ]);
    });

    it('sends nothing where it cannot tell whether there is a feed; the next run sends the order', async () => {
      await each(Object.entries(FEED_FAILURES), async ([name, replies]) => {
        const token = `scenario-${++scenarios}`;
        shop.feed(token, replies);
        const failed = await run(file, program, [], token);
        expect([name, failed.code, failed.urls, failed.out, failed.file]).toEqual([
          name,
          1,
          [],
          expect.stringContaining('This run has not sent the order; it is kept in'),
          expect.stringMatching(/^newOrder/),
        ]);
        const again = await run(file, program, [], token);
        expect([name, again.code, again.urls, again.orders, again.file]).toEqual([
          name,
          0,
          [failed.file],
          1,
          undefined,
        ]);
      });
    });

    it('gives an order up where there is certainly none', async () => {
      await each(NO_ORDER, async (number) => {
        // One chooses its order; how that is done does not depend on what the order is answered.
        const kept = number === NO_ORDER[0] ? undefined : keptOrder();
        const ended = await run(file, program, [{ then: error(number, 422) }], kept);
        expect([number, ended.code, ended.urls.length, ended.orders, ended.file]).toEqual([
          number,
          1,
          1,
          0,
          undefined,
        ]);
        expect(ended.seals).toBe(1);
        expect(ended.out).toContain(`There is no order: ${number} no`);
      });
    });

    it('gives a key up that it has sealed, since a lost try may still arrive', async () => {
      const refused = { then: error(105, 409) };
      const lost = await run(file, program, [{ then: 'cut' }, refused]);
      expect([lost.code, lost.orders, lost.seals, lost.file]).toEqual([1, 0, 1, undefined]);

      const arrived = await run(file, program, [{ ordered: true, then: 'cut' }, refused]);
      expect([arrived.code, arrived.orders, arrived.seals, arrived.file]).toEqual([
        0,
        1,
        0,
        undefined,
      ]);
      expect(arrived.out).toMatch(/accept, charged 3(\.0)? USD[^]*CODE-1/);

      shop.deaf.add(`scenario-${scenarios + 1}`);
      const silent = await run(file, program, [refused]);
      expect([silent.code, silent.urls, silent.orders]).toEqual([1, [silent.file], 0]);
    });

    it('keeps the order where an error says nothing about earlier requests', async () => {
      await each(SAY_NOTHING, async (number) => {
        const kept = number === SAY_NOTHING[0] ? undefined : keptOrder();
        const ended = await run(file, program, [{ then: error(number, 403) }], kept);
        expect([number, ended.code, ended.urls, ended.orders]).toEqual([
          number,
          1,
          [ended.file],
          0,
        ]);
        expect(ended.out).toMatch(
          new RegExp(`Earlier tries may have ordered; see .*: ${number} no`),
        );
      });
    });

    it('follows no redirect with its token, and keeps the order', async () => {
      const order = await run(file, program, [{ then: redirectTo(another.url) }]);
      expect([order.code, order.urls, order.orders]).toEqual([1, [order.file], 0]);
      expect(order.out).toContain('redirect, which is not followed: set BASE_URL');

      const token = `scenario-${++scenarios}`;
      const moved = await AnotherServer.start(redirectTo(another.url));
      const read = await execute({ file, program, url: moved.url, token, folder });
      moved.close();
      expect([read.code, moved.tokens, another.tokens]).toEqual([1, [token], []]);
      expect(read.out).toContain('redirect, which is not followed: set BASE_URL');
      expect(existsSync(join(folder, token))).toBe(false);
    });

    it('keeps an order that a 111 has hidden', async () => {
      const deeds: Deed[] = [
        { ordered: true, then: error(111, 503, { 'Retry-After': '0' }) },
        { then: error(121, 401) },
      ];
      const hidden = await run(file, program, deeds);
      expect([hidden.code, hidden.orders, hidden.seals, hidden.file]).toEqual([
        1,
        1,
        0,
        hidden.urls[0],
      ]);
      const found = await run(file, program, [], hidden.token);
      expect([found.code, found.orders, found.file]).toEqual([0, 1, undefined]);
    });

    it('keeps the order where a success holds none', async () => {
      const successes = [{ status: 'OK' }, { status: 'OK', data: {} }, []];
      await each(successes, async (body) => {
        const ended = await run(file, program, [{ then: json(200, body) }]);
        expect([body, ended.code, ended.urls]).toEqual([body, 1, [ended.file]]);
        expect(ended.out).toContain('The answer holds no order');
      });
    });
  });

  describeWhere(missingOf(program, ...needed, 'strace'), 'keeps the key on the disk', () => {
    it('before the order is sent: first the file, then its folder', async () => {
      const token = `scenario-${++scenarios}`;
      const trace = join(folder, `${token}.trace`);
      const calls = 'trace=fsync,write,writev,sendto,sendmsg';
      const watch = ['-f', '-y', '-qq', '-s', '200', '-e', calls, '-o', trace, program];
      shop.script(token, [OK]);
      const { code } = await execute(
        { file, program: 'strace', url: shop.url, token, folder },
        watch,
      );
      const lines = readFileSync(trace, 'utf8').split('\n');
      const at = (text: string) => lines.findIndex((line) => line.includes(text));
      const places = [
        lines.findIndex((line) => line.includes('fsync(') && line.includes(`${folder}/${token}>`)),
        lines.findIndex((line) => line.includes('fsync(') && line.includes(`${folder}>`)),
        at('GET /client/api/newOrder'),
      ];
      expect([code, places.includes(-1)]).toEqual([0, false]);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    });
  });
});
