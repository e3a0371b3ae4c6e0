import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Registry } from 'prom-client';
import { RefusalJournal } from '../../../src/orders/refusals/refusal-journal.js';
import { HttpClient, type Answer } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import { refusalRows } from '../../support/refusal-rows.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

let shop: TestShop;
let journal: RefusalJournal;
let product: number;
let locker: Client;
let client: HttpClient;

beforeAll(async () => {
  // A shop of its own: the journal is locked, and gets a constraint that is a fault.
  shop = await startTestShop();
  journal = shop.service(RefusalJournal);
  product = await shop.product({ price: '1' });
  locker = new Client({ connectionString: shop.db.directUrl, application_name: 'locker' });
  await locker.connect();
  client = new HttpClient(shop.baseUrl);
});
afterAll(async () => {
  client.close();
  await locker.end();
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

const path = (uuid: string = randomUUID(), query = '') =>
  `/client/api/newOrder/${product}/params?order_uuid=${uuid}&${query}`;

/** Sends orders that are refused, 50 at a time, and expects each to be refused. What a busy server answers 111 is in no journal. */
async function refuse(count: number, code: number, send: () => Promise<Answer>): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    const some = Array.from({ length: Math.min(50, count - sent) }, () => settled(send));
    const codes = (await Promise.all(some)).map(({ json }) => (json as { code: number }).code);
    expect(new Set(codes)).toEqual(new Set([code]));
  }
}

const refusePoor = ({ api }: TestAccount, count: number) => refuse(count, 100, () => api(path()));
/** Many are refused sooner without a look at the balance. */
const flood = ({ token }: TestAccount, count: number) =>
  refuse(count, 114, () => client.send(path('malformed'), { token }));

const written = () => until(() => journal.waiting === 0);
const rowCount = async ({ id }: TestAccount) => (await refusalRows(shop.db, id)).length;

describe('while the journal is locked', () => {
  beforeEach(() => locker.query('BEGIN; LOCK TABLE order_refusals IN ACCESS EXCLUSIVE MODE'));
  afterEach(async () => {
    await locker.query('ROLLBACK');
    await written();
  });

  it('orders are placed and refused, and the refusals are written afterwards, each once', async () => {
    const [poor, rich] = [await shop.account(), await shop.account({ balance: '1000' })];
    await refusePoor(poor, 100);
    // The journal has waited in vain for the lock once: what would wait for it would be answered 111.
    await until(async () => {
      const paths = Array.from({ length: 10 }, () => path());
      const answers = await Promise.all(paths.map((one) => settled(() => rich.api(one))));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      return shop.logs().some((line) => line.includes('refused orders wait'));
    });
    await refusePoor(poor, 20);
    expect(journal.waiting).toBe(120);

    await locker.query('ROLLBACK');
    await written();
    expect(await rowCount(poor)).toBe(120);
    expect(shop.logs().some((line) => line.includes('are written to the journal again'))).toBe(
      true,
    );
  });

  it('one connection waits for it', async () => {
    await refusePoor(await shop.account(), 10);
    const waiting = `SELECT FROM pg_stat_activity WHERE application_name = 'souk'
      AND datname = current_database() AND wait_event_type = 'Lock'
      AND query ILIKE '%insert into order_refusals%'`;
    await until(async () => (await shop.db.query(waiting)).length === 1);
    await refusePoor(await shop.account(), 100);
    expect((await shop.db.query(waiting)).length).toBeLessThanOrEqual(1);
  });

  it('a flood of one account is bounded and counted, and leaves room for others', async () => {
    const [flooding, other] = [await shop.account(), await shop.account()];
    const dropped = journal.counts.dropped;
    await flood(flooding, 1_200);
    await flood(other, 100);
    expect(journal.counts.dropped - dropped).toBe(200);

    await locker.query('ROLLBACK');
    await written();
    expect([await rowCount(flooding), await rowCount(other)]).toEqual([1_000, 100]);
    const line = await until(() =>
      shop.logs().find((one) => one.includes('missing in the journal')),
    );
    expect(JSON.parse(line)).toMatchObject({ dropped: expect.any(Number) as number });
    expect(await shop.service(Registry).metrics()).toMatch(
      new RegExp(`^souk_refusal_journal_total{outcome="dropped"} ${journal.counts.dropped}$`, 'm'),
    );
  });
});

describe('a journal with a fault', () => {
  it('drops the batch, says so, and goes on with the next', async () => {
    const account = await shop.account();
    await shop.db.query(
      'ALTER TABLE order_refusals ADD CONSTRAINT fault CHECK (code <> 100) NOT VALID',
    );
    const dropped = journal.counts.dropped;
    await refusePoor(account, 3);
    await written();
    await shop.db.query('ALTER TABLE order_refusals DROP CONSTRAINT fault');
    expect(journal.counts.dropped - dropped).toBe(3);
    expect(shop.logs().some((line) => line.includes('journal of refused orders has a fault'))).toBe(
      true,
    );
    await refusePoor(account, 1);
    await written();
    expect(await rowCount(account)).toBe(1);
  });
});
