import { hash } from 'node:crypto';
import { pino } from 'pino';
import { createApp } from '../../../src/start/app.js';
import type { SoukHttpAdapter } from '../../../src/common/http/server/souk-http-adapter.js';
import { configFor, readSettings } from '../../../src/config/souk-config.js';
import { RevisionWatch } from '../../../src/database/revision/revision-watch.js';
import type { Answer, Ask } from '../../support/http-client.js';
import { startLayeredShop } from '../../support/layered-shop.js';
import { Random } from '../../support/random.js';
import { BASE_URL, TestShop, type TestAccount } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const SEED = 20_261_201;
/** The part of the requests before which the shop is changed. */
const CHANGE = 1 / 20;
/** How many of the last requests may be sent again, unchanged or with one change. */
const RECENT = 25;
/** How often each request is sent in a row, so that the fast path can answer it. */
const TIMES = 2;
/** Characters of a body in the message of a failure. */
const SHOWN = 200;

let fast: TestShop;
/** On the same database, without a fast path. */
let slow: TestShop;
let accounts: TestAccount[];
/** Valid and invalid tokens. */
let tokens: string[];
/** Requests that the fast path answered. */
let remembered: number;
/** Most requests are for these paths, with valid tokens, so that many differ from another one in one thing only. */
let usualPaths: string[];

async function start(): Promise<void> {
  // A shop of its own: one that remembers answers, and one that does not, are held against each other.
  const layered = await startLayeredShop();
  fast = layered.shop;
  slow = await wholeWay(fast);
  const odd = [
    { errorHttpStatus: 'always-200', allowedIps: ['127.0.0.0/8'] },
    { allowedIps: ['192.0.2.1'] },
    { apiPermitted: false },
  ] as const;
  accounts = [layered.gold, layered.silver, layered.plain];
  for (const row of odd) accounts.push(await fast.account(row));
  tokens = [...accounts.map(({ token }) => token), 'not-a-token'];
  remembered = 0;
  const adapter = adapterOf(fast);
  const answer = adapter.fastPath!.answer.bind(adapter.fastPath);
  adapter.fastPath!.answer = (request, response, application) => {
    // Without ping, whose answer is always the same: most of the counted answers would be pings.
    const counted = request.url?.includes('/ping') ? 0 : 1;
    remembered += counted;
    answer(request, response, (...both) => {
      remembered -= counted;
      application(...both);
    });
  };
  usualPaths = ['products', 'catalog', 'products?base=1', 'content/1', 'profile'];
  usualPaths.push(`check?orders=[${await placedOrder()}]`);
}

/** Of the first account. */
async function placedOrder(): Promise<string> {
  await fast.db.query('UPDATE accounts SET credit_limit = 1000 WHERE id = $1', [accounts[0]!.id]);
  const query = 'order_uuid=5b3b1e1c-3c36-4c73-9d0c-1f1a62b7c9f4&qty=1';
  const { json } = await accounts[0]!.api(`/client/api/newOrder/111/params?${query}`);
  return (json as { data: { order_id: string } }).data.order_id;
}

function adapterOf({ app }: TestShop): SoukHttpAdapter {
  return app.getHttpAdapter() as unknown as SoukHttpAdapter;
}

async function wholeWay({ db }: TestShop): Promise<TestShop> {
  const config = configFor(readSettings({ BASE_URL, PORT: '0' }), db);
  // A shop of its own: the one that does not remember answers.
  const app = await createApp(config, pino({ level: 'silent' }));
  await app.listen(0, '127.0.0.1');
  const shop = new TestShop(app, db, []);
  adapterOf(shop).fastPath = undefined;
  return shop;
}

/** A statement with its parameters. */
type Statement = readonly [sql: string, parameters: readonly unknown[]];

/** Changes of answers, without any effect on access. */
const CONTENT_CHANGES: readonly ((random: Random) => Statement)[] = [
  (random) => [
    'UPDATE products SET price = price + 0.5 WHERE id % 10 = $1',
    [random.between(1, 3)],
  ],
  (random) => [
    'UPDATE products SET available = NOT available WHERE id % 7 = $1',
    [random.between(0, 6)],
  ],
  (random) => [
    `INSERT INTO visibility_rules (account_id, category_id, visible) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [random.pick(accounts).id, random.pick([1, 2, 11, 12, 21]), random.chance(0.3)],
  ],
  (random) => [
    'UPDATE accounts SET credit_limit = credit_limit + 1 WHERE id = $1',
    [random.pick(accounts).id],
  ],
  () => [`UPDATE orders SET product_name = product_name || '!'`, []],
  () => ['DELETE FROM visibility_rules WHERE account_id IS NOT NULL AND category_id < 30', []],
];

/** Changes of access, or of what an account sees; the second statement reverts the first. */
const ACCESS_CHANGES: readonly (readonly [sql: string, back: string])[] = [
  [
    'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1',
    'UPDATE access_tokens SET revoked_at = NULL WHERE account_id = $1',
  ],
  [
    'UPDATE accounts SET api_permitted = false WHERE id = $1',
    'UPDATE accounts SET api_permitted = true WHERE id = $1',
  ],
  [
    'UPDATE accounts SET show_unavailable = NOT show_unavailable WHERE id = $1',
    'UPDATE accounts SET show_unavailable = NOT show_unavailable WHERE id = $1',
  ],
  [
    "UPDATE access_tokens SET scopes = '{books}' WHERE account_id = $1",
    'UPDATE access_tokens SET scopes = DEFAULT WHERE account_id = $1',
  ],
  [
    "UPDATE access_tokens SET allowed_ips = '{192.0.2.1}' WHERE account_id = $1",
    'UPDATE access_tokens SET allowed_ips = DEFAULT WHERE account_id = $1',
  ],
  ['UPDATE maintenance SET enabled = $1 > 0', 'UPDATE maintenance SET enabled = $1 < 0'],
];

/** Changes the shop, after reverting the last change of an account's access. */
class Changes {
  private back: Statement | undefined;

  async next(random: Random): Promise<void> {
    const { back } = this;
    this.back = undefined;
    if (back) await fast.db.query(...back);
    else if (random.chance(0.6)) await fast.db.query(...random.pick(CONTENT_CHANGES)(random));
    else {
      const { id } = random.pick(accounts.slice(0, USUAL_TOKENS));
      const [sql, undoing] = random.pick(ACCESS_CHANGES);
      this.back = [undoing, [id]];
      await fast.db.query(sql, [id]);
    }
    for (const shop of [fast, slow]) await shop.service(RevisionWatch).refresh();
  }
}

const PATHS = [
  ...['products', 'products?base=1', 'products-wrapped', 'products-wrapped?base=1', 'catalog'],
  ...['tree', 'categories', 'categories/all', 'content/0', 'content/1', 'content/11', 'content/4'],
  ...['products?products_id=111', 'products?products_id=[111,1111,31]', 'products/', '/products'],
  ...['products?products_id=1111&base=1', 'products?base=2', 'products?unknown=1', 'content/900'],
  ...['ping', 'integration', 'profile', 'nothing', 'content/1?base=1', 'products?products_id='],
];
const USUAL_TOKENS = 3;
const USUAL = 0.8;
const ENCODINGS = ['gzip', 'br', 'gzip, br', 'identity', 'gzip;q=0, br', '*', 'deflate', ''];
const TOKEN_HEADERS = ['x-api-token', 'x-api-key', 'Authorization'];

interface Sent {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Half of the requests are sent a second time, possibly after a change; a quarter differs in one thing from an earlier
 * one, whose answer must not be used for it.
 */
function nextRequest(random: Random, recent: readonly Sent[], tags: readonly string[]): Sent {
  const fresh = freshRequest(random, tags);
  if (recent.length === 0 || random.chance(0.25)) return fresh;
  const known = random.pick(recent);
  if (random.chance(2 / 3)) return known;
  if (random.chance(0.3)) return { ...known, path: fresh.path };
  const [name, value] = random.pick(Object.entries(fresh.headers));
  // At the same position: requests with another order of headers are different requests.
  return { ...known, headers: { ...known.headers, [name]: value } };
}

function freshRequest(random: Random, tags: readonly string[]): Sent {
  const headers: Record<string, string> = { Accept: 'application/json' };
  const add = (probability: number, name: string, values: readonly string[]): void => {
    if (random.chance(probability)) headers[name] = random.pick(values);
  };
  for (let count = random.chance(0.05) ? 2 : 1; count > 0; count--) {
    const name = random.chance(USUAL) ? 'api-token' : random.pick(TOKEN_HEADERS);
    const token = random.pick(random.chance(USUAL) ? tokens.slice(0, USUAL_TOKENS) : tokens);
    headers[name] = name === 'Authorization' ? `Bearer ${token}` : token;
  }
  if (random.chance(0.02)) delete headers['api-token'];
  const encoding = random.pick(ENCODINGS);
  if (encoding !== '') headers['Accept-Encoding'] = encoding;
  add(0.1, 'If-None-Match', [...tags, '*', '"none"']);
  add(0.03, 'Accept', ['application/json', 'text/html']);
  add(0.02, 'X-Forwarded-For', ['192.0.2.1', '127.0.0.1']);
  add(0.02, 'Origin', ['https://panel.example']);
  add(0.02, 'Range', ['bytes=0-9']);
  add(0.02, 'Cookie', ['a=1', 'a=2']);
  add(0.02, 'If-Modified-Since', ['Sat, 01 Jan 2050 00:00:00 GMT']);
  const method = random.chance(0.02) ? random.pick(['HEAD', 'POST', 'OPTIONS']) : 'GET';
  const path = random.pick(random.chance(USUAL) ? usualPaths : PATHS);
  return { path: `/client/api/${path}`, method, headers };
}

/** The parts of an answer that must be equal both ways. */
function lasting({ status, headers, text }: Answer) {
  const { date, 'x-request-id': id, ...others } = headers;
  expect([typeof date, typeof id]).toEqual(['string', 'string']);
  // Short, since a whole catalog in the message of a failure helps nobody.
  const body = { begins: text.slice(0, SHOWN), digest: hash('sha256', text) };
  return { status, headers: others, body };
}

/** Sends a request both ways until both answers have the same encoding: compressing takes a moment after the first. */
function bothWays(path: string, ask: Ask): Promise<{ one: Answer[]; other: Answer }> {
  return until(async () => {
    const one: Answer[] = [];
    for (let time = 0; time < TIMES; time++) one.push(await fast.requestPage(path, ask));
    const other = await slow.requestPage(path, ask);
    const tag = other.headers.etag;
    const sameForm = one.every(({ headers }) => formOf(headers.etag) === formOf(tag));
    return sameForm && { one, other };
  });
}

/** The encoding of the body, which the end of a tag names. */
function formOf(tag: string | undefined): string | undefined {
  return tag === undefined ? undefined : (/-(gzip|br)"$/.exec(tag)?.[1] ?? 'identity');
}

/** Sends random requests until the fast path has answered so many. @returns the kinds of answers */
async function compared(count: number): Promise<Set<string>> {
  const random = new Random(SEED);
  const changes = new Changes();
  const tags: string[] = [];
  const recent: Sent[] = [];
  const seen = new Set<string>();
  while (remembered < count) {
    if (random.chance(CHANGE)) await changes.next(random);
    const sent = nextRequest(random, recent.slice(-RECENT), tags.slice(-4));
    const { path, ...ask } = sent;
    const { one, other } = await bothWays(path, ask);
    const told = { path, ask };
    for (const answer of one) {
      expect({ ...told, ...lasting(answer) }).toEqual({ ...told, ...lasting(other) });
    }
    recent.push(sent);
    if (other.headers.etag !== undefined) tags.push(other.headers.etag);
    seen.add(`${other.status} ${String(other.headers['content-encoding'])}`);
  }
  return seen;
}

/**
 * Holds the fast path against the ordinary way, in a shop of its own.
 * @param count how many answers of the fast path are compared
 */
export function comparesAnswers(count: number): void {
  beforeAll(start);
  afterAll(async () => {
    await slow.stop();
    await fast.close();
  });

  it('answers again what the whole way would answer', async () => {
    const seen = await compared(count);
    // The comparison covers the important kinds of answers.
    expect([...seen].sort()).toEqual(
      expect.arrayContaining(['200 br', '200 gzip', '200 undefined', '304 undefined']),
    );
  });
}
