import { ReceiptsTask } from '../../../src/account/receipts/receipts.task.js';
import { API, place } from '../../support/book-pages.js';
import { HEADS, provenRoot, publicKeys, verified, type Signed } from '../../support/receipts.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

interface Proof {
  readonly day: string;
  readonly leaf: readonly string[];
  readonly index: number;
  readonly path: readonly string[];
  readonly witness: Signed;
}

const SETTINGS = { SECRET_KEYS: Buffer.alloc(32, 3).toString('base64') };

let shop: TestShop;
let other: TestShop;
let accounts: TestAccount[];

beforeAll(async () => {
  // A shop of its own: a witness is over all accounts, and two servers make one.
  shop = await startTestShop(SETTINGS);
  // A shop of its own: the same with another server.
  other = await startTestShop(SETTINGS, {}, { ...shop.db, drop: () => Promise.resolve() });
  // Without an account that has anything there is no witness, and no key.
  await shop.account();
  await shop.service(ReceiptsTask).run();
  accounts = await Promise.all(Array.from({ length: 6 }, () => shop.account({ balance: '9' })));
  await place(accounts[0]!, await shop.product({ price: '1', fields: ['playerId'] }));
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

const ask = (path: string) => shop.request(`${API}/receipts/${path}`);
const witness = async (query = ''): Promise<Signed | null> =>
  ((await ask(`witness${query}`)).json as { witness: Signed | null }).witness;

const textsOf = async (signed: Signed): Promise<string[]> =>
  verified(signed, await publicKeys((path) => shop.request(path), signed.key));

const noProof = async ({ api }: TestAccount, query = ''): Promise<string> => {
  const { status, json } = await api(`${API}/receipts/proof${query}`);
  expect([status, json]).toEqual([400, expect.objectContaining({ code: 114 })]);
  return (json as { message: string }).message;
};

// The first one makes the witness that the others read.
describe('the witness of a day', { shuffle: false }, () => {
  it('is not there before it was made, and then of that day, made by one of two servers', async () => {
    expect(await shop.db.query('SELECT FROM signing_keys')).toEqual([]);
    expect(await noProof(accounts[0]!)).toMatch(/^There is no witness yet/);
    const tasks = [shop, other].map((one) => one.service(ReceiptsTask));
    await Promise.all(tasks.map((task) => task.run()));
    await Promise.all(tasks.map((task) => task.run()));

    const [kept, ...more] = await shop.db.query<Signed>(
      'SELECT signed, signature, key FROM witnesses',
    );
    expect(more).toEqual([]);
    const texts = await textsOf(kept!);
    const [kind, day = '', time = '', count, root] = texts;
    expect([kind, count, texts.length]).toEqual(['souk witness 1', '6', 6]);
    expect([time.slice(0, 10), root]).toEqual([day, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    // That of the key which it was the first to need.
    const { keys } = await publicKeys((path) => shop.request(path), kept!.key);
    expect(keys.map(({ from }) => from <= time)).toEqual([true]);
    // What nobody has asked for within a second is read anew.
    await expect.poll(() => witness()).toEqual(kept);
    expect(await witness(`?day=${day}`)).toEqual(kept);
  });

  it('proves the ends of the chains of each account as they were then', async () => {
    const heads = await Promise.all(
      accounts.map(async ({ id }) => {
        const [row] = await shop.db.query<Record<'event' | 'entry', string | null>>(HEADS, [id]);
        const none = `0 ${'0'.repeat(64)}`;
        return [String(id), ...(row!.event ?? none).split(' '), ...(row!.entry ?? none).split(' ')];
      }),
    );
    // Its chain goes on.
    await place(accounts[0]!, await shop.product({ price: '1', fields: ['playerId'] }));
    for (const [index, { api }] of accounts.entries()) {
      const { status, json } = await api(`${API}/receipts/proof`);
      const proof = json as Proof;
      const [, day, , count, root] = await textsOf(proof.witness);
      expect([status, proof.day, proof.leaf]).toEqual([200, day, heads[index]]);
      expect(provenRoot(JSON.stringify(proof.leaf), { ...proof, count: Number(count) })).toBe(root);
    }
  });

  it('has no proof for an account that had nothing then, and none for a day without a witness', async () => {
    const late = await shop.account({ balance: '1' });
    const [row] = await shop.db.query<{ day: string }>('SELECT day::text FROM witnesses');
    const { day } = row!;
    for (const query of ['', `?day=${day}`]) {
      expect(await noProof(late, query)).toMatch(
        `neither an order nor a ledger entry when the witness of ${day} was made`,
      );
    }
    for (const query of ['?day=2020-01-01', '?day=x', '?day=']) {
      expect(await noProof(late, query)).toMatch(/^Malformed parameter: day .*that has a witness/);
    }
    expect((await ask('witness?day=x')).json).toMatchObject({ code: 114 });
  });

  it('has no proof where its tree is not there, as after a restore', async () => {
    await shop.db.query('CREATE TABLE kept_trees AS TABLE witness_trees');
    await shop.db.query('DELETE FROM witness_trees');
    expect(await noProof(accounts[0]!)).toMatch(/^Proofs of the witness of .* are not kept/);
    await shop.db.query('INSERT INTO witness_trees TABLE kept_trees');
    await shop.db.query('DROP TABLE kept_trees');
  });

  it('is kept for 400 days', async () => {
    const move = (table: string, days: number) =>
      shop.db.query(
        `UPDATE ${table} SET day = (clock_timestamp() AT TIME ZONE 'UTC')::date - ${days}`,
      );
    const days = () => shop.db.query('SELECT FROM witnesses JOIN witness_trees USING (day)');
    for (const [age, kept] of [
      [400, 2],
      [401, 1],
    ] as const) {
      await move('witnesses', age);
      await move('witness_trees', age);
      await shop.service(ReceiptsTask).run();
      expect(await days()).toHaveLength(kept);
      await shop.db.query('DELETE FROM witnesses WHERE day < current_date - 300');
      await shop.db.query('DELETE FROM witness_trees WHERE day < current_date - 300');
    }
  });
});
