import { API, place } from '../../support/book-pages.js';
import {
  HEADS,
  publicKeys,
  verified,
  type PublicKeys,
  type Signed,
} from '../../support/receipts.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

const NO_HASH = '0'.repeat(64);

let shop: TestShop;
let account: TestAccount;
let orderId: string;
let uuid: string;
let keys: PublicKeys;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ name: fresh('receipts'), balance: '50' });
  const product = await shop.product({ price: '1', fields: ['playerId'] });
  [orderId, uuid] = await place(account, product);
  await place(account, product);
  // The first checkpoint makes the key.
  await account.api(`${API}/profile?details=1`);
  keys = await publicKeys((path) => shop.requestPage(path));
});

/** An answer that is no JSON. */
const file = (path: string, of = { shop, account }) =>
  of.shop.requestPage(`${API}/${path}`, { token: of.account.token });

const member = (json: unknown): Signed => (json as { checkpoint: Signed }).checkpoint;

describe('a checkpoint', () => {
  it.each([
    ['profile?details=1', () => 'profile?details=1'],
    ['check', () => `check?receipts=1&orders=[${orderId}]`],
    ['orders', () => 'orders?receipts=1'],
    ['statement', () => 'statement?receipts=1'],
  ])('of %s is of the ends of both chains, and verified by a public key', async (_, path) => {
    const { status, json } = await account.api(`${API}/${path()}`);
    const [heads] = await shop.db.query<{ event: string; entry: string }>(HEADS, [account.id]);
    const texts = verified(member(json), keys);
    expect(status).toBe(200);
    expect(texts.slice(0, 6)).toEqual([
      ...['souk checkpoint 1', String(account.id)],
      ...heads!.event.split(' '),
      ...heads!.entry.split(' '),
    ]);
    expect(texts[6]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(texts.slice(7)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  it('of an account without events and entries has zeros', async () => {
    const empty = await shop.account();
    const { json } = await empty.api(`${API}/profile?details=1`);
    const texts = verified(member(json), keys);
    expect(texts.slice(1, 6)).toEqual([String(empty.id), '0', NO_HASH, '0', NO_HASH]);
  });

  it('is the last line of a file of JSON lines, and a CSV has none', async () => {
    for (const book of ['orders', 'statement']) {
      const plain = (await file(`${book}?format=jsonl`)).text;
      const { text } = await file(`${book}?format=jsonl&receipts=1`);
      expect(text.startsWith(plain)).toBe(true);
      const [line, ...others] = text.slice(plain.length).trimEnd().split('\n');
      expect(others).toEqual([]);
      expect(verified(member(JSON.parse(line!)), keys)[0]).toBe('souk checkpoint 1');
      const csv = await file(`${book}?format=csv&receipts=1`);
      expect(csv.text).toBe((await file(`${book}?format=csv`)).text);
    }
  });

  it('is in no answer that does not ask for it, nor in that of newOrder', async () => {
    const product = await shop.product({ price: '1', fields: ['playerId'] });
    const answers = [
      ...['profile', `check?orders=[${orderId}]`, 'orders', 'statement', 'profile?receipts=1'],
      `newOrder/${product}/params?order_uuid=${uuid}&playerId=1&receipts=1`,
    ].map(async (path) => (await account.api(`${API}/${path}`)).text);
    expect((await Promise.all(answers)).filter((text) => text.includes('checkpoint'))).toEqual([]);
  });

  it.each(['check?orders=[x]', 'orders?', 'orders?format=jsonl', 'orders/changes?', 'statement?'])(
    'is not silently left out: %s',
    async (path) => {
      for (const value of ['', 'yes', '2']) {
        const { status, json } = await account.api(`${API}/${path}&receipts=${value}`);
        const message = 'Malformed parameter: receipts (1 or true, 0 or false)';
        expect([status, json]).toEqual([400, expect.objectContaining({ code: 114, message })]);
      }
      expect((await file(`${path}&receipts=0`)).text).not.toContain('checkpoint');
    },
  );

  it('that was changed is not verified', async () => {
    const { json } = await account.api(`${API}/profile?details=1`);
    const text = member(json);
    const forged = { ...text, signed: text.signed.replace(`"${account.id}"`, '"1"') };
    expect(() => verified(forged, keys)).toThrow('wrong');
  });

  it('is of nothing that a statement does not hold, also while orders are placed', async () => {
    const buyer = await shop.account({ balance: '50' });
    const product = await shop.product({ price: '1', fields: ['playerId'] });
    const placing = Promise.all(Array.from({ length: 10 }, () => place(buyer, product)));
    for (let count = 0; count < 5; count++) {
      const { json } = await buyer.api(`${API}/statement?receipts=1&limit=1`);
      const { data } = json as { data: { sequence: number }[] };
      const [, , , , entry] = verified(member(json), keys);
      expect(Number(entry)).toBeLessThanOrEqual(data[0]?.sequence ?? 0);
    }
    await placing;
  });
});

describe('the public keys', () => {
  it('are the present one alone, as long as it was not replaced', () => {
    const [{ algorithm, until, reason, from } = {}, ...others] = keys.keys;
    expect([algorithm, until, reason, others]).toEqual(['Ed25519', null, null, []]);
    expect(from).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  it('are named by the integration answer', async () => {
    const { json } = await shop.request(`${API}/integration`);
    expect((json as { receipt_keys: string[] }).receipt_keys).toEqual(
      keys.keys.map(({ key }) => key),
    );
  });

  it('tell nothing of the private key', async () => {
    const [row] = await shop.db.query<{ sealed: Buffer }>(
      'SELECT sealed_private_key AS sealed FROM signing_keys',
    );
    const { text } = await shop.requestPage(`${API}/receipts/keys`);
    const sealed = row!.sealed;
    expect(text).not.toContain(sealed.toString('base64').slice(8, 40));
    expect(sealed.includes(Buffer.from('302e020100300506032b6570', 'hex'))).toBe(false);
  });
});

it('two servers that need the first key at once make one', async () => {
  const settings = { SECRET_KEYS: Buffer.alloc(32, 1).toString('base64') };
  // A shop of its own: it has no key yet, and two servers.
  const one = await startTestShop(settings);
  // A shop of its own: the same with another server.
  const other = await startTestShop(settings, {}, { ...one.db, drop: () => Promise.resolve() });
  const { token } = await one.account({ balance: '1' });
  const ask = (of: TestShop) => of.requestPage(`${API}/profile?details=1`, { token });
  const answers = await Promise.all([one, other].flatMap((of) => [ask(of), ask(of), ask(of)]));
  const published = await publicKeys((path) => one.requestPage(path));
  expect(published.keys).toHaveLength(1);
  for (const { json } of answers) verified(member(json), published);
  await other.close();
  await one.close();
});

it('a shop without SECRET_KEYS signs nothing, and says so', async () => {
  // A shop of its own: without SECRET_KEYS.
  const plain = await startTestShop();
  const buyer = await plain.account({ balance: '1' });
  for (const path of ['check?orders=[1]', 'orders?', 'statement?']) {
    const { status, json } = await buyer.api(`${API}/${path}&receipts=1`);
    expect([status, json]).toEqual([200, expect.objectContaining({ checkpoint: null })]);
  }
  const { text } = await file('statement?format=jsonl&receipts=1', { shop: plain, account: buyer });
  expect(text).toMatch(/\n\{"checkpoint":null\}\n$/);
  expect((await buyer.api(`${API}/profile?details=1`)).text).not.toContain('checkpoint');
  const { json } = await plain.requestPage(`${API}/receipts/keys`);
  expect(json).toEqual({ status: 'OK', keys: [], breaks: [] });
  expect((await plain.requestPage(`${API}/receipts/witness`)).json).toEqual({
    status: 'OK',
    witness: null,
  });
  expect((await plain.request(`${API}/integration`)).text).not.toContain('receipt_keys');
  await plain.close();
});

it('a shop with other SECRET_KEYS than those of its key signs nothing, and answers', async () => {
  // A shop of its own: its servers have different SECRET_KEYS.
  const first = await startTestShop({ SECRET_KEYS: Buffer.alloc(32, 1).toString('base64') });
  const { token } = await first.account({ balance: '1' });
  await first.requestPage(`${API}/profile?details=1`, { token });
  const settings = { SECRET_KEYS: Buffer.alloc(32, 2).toString('base64') };
  // A shop of its own: the same with another server.
  const other = await startTestShop(settings, {}, { ...first.db, drop: () => Promise.resolve() });
  const { status, json } = await other.requestPage(`${API}/statement?receipts=1`, { token });
  expect([status, member(json)]).toEqual([200, null]);
  expect(other.logs().filter((line) => line.includes('nothing can be signed'))).toHaveLength(1);
  await other.close();
  await first.close();
});
