import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { Registry } from 'prom-client';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { HttpClient } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { refusalRows } from '../support/refusal-rows.js';
import { ServerProcess } from '../support/server-process.js';
import { createTestDatabase } from '../support/test-database.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;
let journal: RefusalJournal;
let product: number;
let locker: Client;

beforeAll(async () => {
  shop = await startTestShop();
  journal = shop.service(RefusalJournal);
  product = await shop.product({ price: '1' });
  locker = new Client({ connectionString: shop.db.directUrl, application_name: 'locker' });
  await locker.connect();
});
afterAll(async () => {
  await locker.end();
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

const path = (uuid: string = randomUUID(), query = '') =>
  `/client/api/newOrder/${product}/params?order_uuid=${uuid}&${query}`;

/** Sends orders that are refused, 50 at a time, and expects each to be refused. */
async function refuse({ api }: TestAccount, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    const some = Array.from({ length: Math.min(50, count - sent) }, () => api(path()));
    const codes = (await Promise.all(some)).map(({ json }) => (json as { code: number }).code);
    expect(new Set(codes)).toEqual(new Set([100]));
  }
}

const settled = () => until(() => journal.waiting === 0);
const rowCount = async ({ id }: TestAccount) => (await refusalRows(shop.db, id)).length;

describe('while the journal is locked', () => {
  beforeEach(() => locker.query('BEGIN; LOCK TABLE order_refusals IN ACCESS EXCLUSIVE MODE'));
  afterEach(async () => {
    await locker.query('ROLLBACK');
    await settled();
  });

  it('orders are placed and refused, and the refusals are written afterwards, each once', async () => {
    const [poor, rich] = [await shop.account(), await shop.account({ balance: '1000' })];
    await refuse(poor, 100);
    // The journal has waited in vain for the lock once: what would wait for it would be answered 111.
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => rich.api(path())));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      return shop.logs().some((line) => line.includes('refused orders wait'));
    });
    await refuse(poor, 20);
    expect(journal.waiting).toBe(120);

    await locker.query('ROLLBACK');
    await settled();
    expect(await rowCount(poor)).toBe(120);
    expect(shop.logs().some((line) => line.includes('are written to the journal again'))).toBe(
      true,
    );
  });

  it('one connection waits for it', async () => {
    await refuse(await shop.account(), 10);
    const waiting = `SELECT FROM pg_stat_activity WHERE application_name = 'souk'
      AND datname = current_database() AND wait_event_type = 'Lock'
      AND query ILIKE '%insert into order_refusals%'`;
    await until(async () => (await shop.db.query(waiting)).length === 1);
    await refuse(await shop.account(), 100);
    expect((await shop.db.query(waiting)).length).toBeLessThanOrEqual(1);
  });

  it('a flood of one account is bounded and counted, and leaves room for others', async () => {
    const [flooding, other] = [await shop.account(), await shop.account()];
    const dropped = journal.counts.dropped;
    await refuse(flooding, 1_200);
    await refuse(other, 100);
    expect(journal.counts.dropped - dropped).toBe(200);

    await locker.query('ROLLBACK');
    await settled();
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
    await refuse(account, 3);
    await settled();
    await shop.db.query('ALTER TABLE order_refusals DROP CONSTRAINT fault');
    expect(journal.counts.dropped - dropped).toBe(3);
    expect(shop.logs().some((line) => line.includes('journal of refused orders has a fault'))).toBe(
      true,
    );
    await refuse(account, 1);
    await settled();
    expect(await rowCount(account)).toBe(1);
  });
});

describe('a server', () => {
  it('that is killed loses only what was not written, and writes the rest when it stops in order', async () => {
    const db = await createTestDatabase();
    const rows = new ShopRows(db);
    const { id, token } = await rows.account();
    const settings = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl };
    const send = async (server: ServerProcess, count: number): Promise<string[]> => {
      const client = new HttpClient(server.baseUrl);
      const uuids = Array.from({ length: count }, () => randomUUID());
      for (const uuid of uuids) {
        const { json } = await client.send(`/client/api/newOrder/1/params?order_uuid=${uuid}`, {
          token,
        });
        expect(json).toMatchObject({ code: 109 });
      }
      client.close();
      return uuids;
    };
    const keys = async () => (await refusalRows(db, id)).map(({ order_uuid }) => order_uuid);

    const killed = await ServerProcess.start(settings);
    const first = await send(killed, 40);
    await until(async () => (await keys()).length === first.length);
    const second = await send(killed, 10);
    await killed.stop('SIGKILL');
    // Several may have one time, so their order among one another is any.
    const left = await keys();
    const written = [...first, ...second.slice(0, left.length - first.length)];
    expect(left.toSorted()).toEqual(written.toSorted());

    const stopped = await ServerProcess.start(settings);
    const third = await send(stopped, 10);
    expect(await stopped.stop()).toBe(0);
    expect((await keys()).toSorted()).toEqual([...left, ...third].toSorted());
    await db.drop();
  });
});
