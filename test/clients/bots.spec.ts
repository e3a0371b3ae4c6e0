import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWhere } from '../support/describe-where.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop } from '../support/test-shop.js';

/** What the shop does with one request of newOrder; `ordered` places the order, whatever is answered then. */
interface Deed {
  readonly ordered?: true;
  /** `cut` closes the connection, `half` after half of the answer. */
  readonly then: 'cut' | 'half' | Reply;
}

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

interface Ended {
  readonly code: number;
  readonly out: string;
  /** Of newOrder, in their order. */
  readonly urls: readonly string[];
  /** How many orders there are, each under its own key. */
  readonly orders: number;
  /** What the bot has kept. */
  readonly file: string | undefined;
}

const BOTS: readonly (readonly [file: string, program: string, ...needed: string[]])[] = [
  ['bot.mjs', process.execPath],
  ['bot.py', 'python3'],
  ['bot.php', 'php'],
  ['curl.sh', 'bash', 'curl', 'jq'],
];

/** Codes after which no order exists under the key, as docs/api.md says. */
const NO_ORDER = [100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119, 600, 642, 699];
/** Codes that say nothing about earlier requests, and do not change when the request is sent again. */
const SAY_NOTHING = [116, 120, 121, 122, 123, 124, 404, 405, 999];

const PRODUCT = {
  id: 7,
  name: 'Card',
  price: 1.5,
  available: true,
  params: [],
  product_type: 'package',
  qty_values: { min: '2', max: '5' },
};
const ORDER = { order_id: 'ID_0000000000000001', status: 'accept', price: 3, replay_api: null };
const CHECKED = { ...ORDER, replay_api: ['CODE-1'] };

const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  body: JSON.stringify(body),
  headers,
});
const error = (code: number, status: number, headers?: Record<string, string>): Reply =>
  json(status, { status: 'ERROR', code, error_code: code, message: 'no', error: 'no' }, headers);
const OK: Deed = { ordered: true, then: json(200, { status: 'OK', data: ORDER }) };

/** A shop that does what the scenario of the token says, then places each order. */
class FakeShop {
  private readonly scripts = new Map<string, Deed[]>();
  private readonly asked = new Map<string, string[]>();
  /** Tokens whose reads fail once each: those of scenarios in which newOrder fails more than once. */
  private readonly flaky = new Set<string>();
  private readonly reads = new Set<string>();
  private readonly keys = new Map<string, Set<string>>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeShop> {
    const server = createServer();
    const shop = new FakeShop(server);
    server.on('request', ({ url = '', headers }, response) => {
      const path = url.replace('/client/api/', '');
      shop.act(shop.deedFor(path, String(headers['api-token'])), response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  script(token: string, deeds: readonly Deed[]): void {
    this.scripts.set(token, [...deeds]);
    this.asked.set(token, []);
    if (deeds.length > 1) this.flaky.add(token);
  }

  urls(token: string): readonly string[] {
    return this.asked.get(token) ?? [];
  }

  orders(token: string): number {
    return this.keys.get(token)?.size ?? 0;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private deedFor(path: string, token: string): Deed['then'] {
    if (!path.startsWith('newOrder')) return this.read(path, token);
    this.asked.get(token)?.push(path);
    const { ordered, then } = this.scripts.get(token)?.shift() ?? OK;
    const keys = this.keys.get(token) ?? new Set();
    this.keys.set(token, keys);
    if (ordered) keys.add(path.split('order_uuid=')[1] ?? '');
    return then;
  }

  private read(path: string, token: string): Deed['then'] {
    const first = `${token} ${path}`;
    if (this.flaky.has(token) && !this.reads.has(first)) {
      this.reads.add(first);
      if (path === 'profile') return error(500, 500);
      return path === 'products' ? error(130, 503) : 'cut';
    }
    if (path === 'profile') return json(200, { status: 'OK', balance: '10' });
    if (path === 'products') return json(200, [{ ...PRODUCT, id: 8, price: 2 }, PRODUCT]);
    return json(200, { status: 'OK', data: [CHECKED] });
  }

  private act(deed: Deed['then'], response: ServerResponse): void {
    if (deed === 'cut') response.destroy();
    else if (deed === 'half') {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"status":"OK","data":{', () => response.destroy());
    } else response.writeHead(deed.status, deed.headers).end(deed.body);
  }
}

let shop: FakeShop;
let folder: string;
let scenarios = 0;

beforeAll(async () => {
  shop = await FakeShop.start();
  folder = await mkdtemp(join(tmpdir(), 'souk-bots-'));
});
afterAll(async () => {
  shop.close();
  await rm(folder, { recursive: true });
});

interface Run {
  readonly file: string;
  readonly program: string;
  readonly url: string;
  readonly token: string;
}

function execute({ file, program, url, token }: Run): Promise<{ code: number; out: string }> {
  const script = fileURLToPath(new URL(`../../examples/bots/${file}`, import.meta.url));
  const env = {
    PATH: process.env.PATH,
    BASE_URL: `${url}/`,
    TOKEN: token,
    ORDER_FILE: join(folder, token),
    PAUSE: '0',
  };
  return new Promise((resolve) => {
    const child = execFile(program, [script], { env, cwd: folder }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? NaN, out: out + err });
    });
  });
}

async function run(file: string, program: string, deeds: readonly Deed[], kept?: string) {
  const token = kept ?? `scenario-${++scenarios}`;
  shop.script(token, deeds);
  const ended = await execute({ file, program, url: shop.url, token });
  const path = join(folder, token);
  const result: Ended = {
    ...ended,
    urls: shop.urls(token),
    orders: shop.orders(token),
    file: existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined,
  };
  return { token, ...result };
}

/** Runs all, a few at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([worker(), worker(), worker()]);
}

function missingOf(...programs: readonly string[]): string | undefined {
  const lacking = programs.find((name) => spawnSync(name, ['--version']).status !== 0);
  return lacking && `${lacking} is missing`;
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

    it('gives an order up where there is certainly none', async () => {
      await each(NO_ORDER, async (number) => {
        const ended = await run(file, program, [{ then: error(number, 422) }]);
        expect([number, ended.code, ended.urls.length, ended.orders, ended.file]).toEqual([
          number,
          1,
          1,
          0,
          undefined,
        ]);
        expect(ended.out).toContain(`There is no order: ${number} no`);
      });
    });

    it('keeps the order where an error says nothing about earlier requests', async () => {
      await each(SAY_NOTHING, async (number) => {
        const ended = await run(file, program, [{ then: error(number, 403) }]);
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

    it('keeps the order where a success holds none', async () => {
      const successes = [{ status: 'OK' }, { status: 'OK', data: {} }, []];
      await each(successes, async (body) => {
        const ended = await run(file, program, [{ then: json(200, body) }]);
        expect([body, ended.code, ended.urls]).toEqual([body, 1, [ended.file]]);
        expect(ended.out).toContain('The answer holds no order');
      });
    });

    it('buys in a real shop', async () => {
      const real = await startTestShop();
      const { token } = await real.account({ balance: '10' });
      await real.product({
        price: '0.89',
        type: 'package',
        quantityValues: { min: '2', max: '5' },
      });
      const ended = await execute({ file, program, url: real.baseUrl, token });
      const totals = await real.db.query('SELECT total, status FROM orders');
      expect(await invariantFaults(real.db)).toEqual([]);
      await real.close();

      expect(ended.out).toMatch(/Order ID_[0-9a-f]{16}: wait, charged 1.78 USD/);
      expect([ended.code, totals]).toEqual([0, [{ total: '1.78000000', status: 'wait' }]]);
      expect(existsSync(join(folder, token))).toBe(false);
    });
  });
});
