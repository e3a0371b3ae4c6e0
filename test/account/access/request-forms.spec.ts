import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { RequestFormsSwitch } from '../../../src/account/request-forms/request-forms-switch.js';
import { ClockWatch } from '../../../src/database/clock/clock-watch.js';
import { RequestForms1795200000056 } from '../../../src/database/migrations/0056-request-forms.js';
import { RevisionWatch } from '../../../src/database/revision/revision-watch.js';
import { RequestForms } from '../../../src/orders/request-forms/request-forms.js';
import { souk, soukJson } from '../../support/command-line.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { Instance } from '../../support/instance.js';
import { TestOperator } from '../../support/test-operator.js';
import { createTestDatabase } from '../../support/test-database.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: the switch is one for all, and servers of the release before seem to run.
  shop = await startTestShop();
  await until(async () => (await shop.db.query('SELECT FROM instance_clocks')).length === 1);
});
afterEach(() => set({ state: 'on' }));
afterAll(() => shop.close());

const forms = () => shop.service(RequestFormsSwitch);
const state = async (): Promise<string> => (await forms().status()).state;

/** Minutes ago. */
interface Times {
  readonly unseen?: number;
  readonly looked?: number;
}

async function set({ state, unseen = 0, looked = 0 }: Times & { state: string }): Promise<void> {
  await shop.db.query(
    `UPDATE request_forms SET state = $1, unseen_since = now() - $2 * interval '1 minute',
       looked_at = now() - $3 * interval '1 minute'`,
    [state, unseen, looked],
  );
}

/** A server of the release before, which was seen some minutes ago. */
async function oldServer(minutes: number): Promise<string> {
  const id = randomUUID();
  await shop.db.query(
    `INSERT INTO instance_clocks (id, host, offset_ms, seen_at)
     VALUES ($1, 'old', 0, now() - $2 * interval '1 minute')`,
    [id, minutes],
  );
  return id;
}

describe('the switch of request forms', () => {
  it.each([
    ['on', /^ok +request forms: new orders are read in all forms;/m],
    ['waiting', /^ok +request forms: .* "souk request-forms on" ends that sooner$/m],
    ['off', /^ok +request forms: .* without one, give "souk request-forms on"$/m],
  ])('that is %s is information of doctor', async (state, said) => {
    await set({ state });
    expect((await souk(shop, 'doctor')).out).toMatch(said);
  });

  it('is on in a new shop, and waits in one that is upgraded', async () => {
    expect(await state()).toBe('on');
    const migration = new RequestForms1795200000056();
    const upgraded = async (...prepare: string[]): Promise<unknown> => {
      // A shop of its own: a migration is undone and repeated.
      const db = await createTestDatabase();
      const runner = { query: (sql: string) => db.query(sql) };
      await migration.down(runner);
      for (const sql of prepare) await db.query(sql);
      await migration.up(runner);
      const [found] = await db.query('SELECT state FROM request_forms');
      await db.drop();
      return found;
    };
    expect(await upgraded()).toEqual({ state: 'on' });
    const server = `INSERT INTO instance_clocks (id, host, offset_ms) VALUES (gen_random_uuid(), 'a', 0)`;
    expect(await upgraded(server)).toEqual({ state: 'waiting' });
    const account = `INSERT INTO accounts (name, email) VALUES ('A', '')`;
    expect(await upgraded(account)).toEqual({ state: 'waiting' });
  });

  it('turns itself on when no server of the release before was seen for ten minutes', async () => {
    await set({ state: 'waiting', unseen: 9 });
    expect(await forms().look()).toBe(false);
    await set({ state: 'waiting', unseen: 11 });
    const old = await oldServer(1);
    expect(await forms().look()).toBe(false);
    // It has ended, and it still was there a minute ago.
    await shop.db.query('DELETE FROM instance_clocks WHERE id = $1', [old]);
    expect([await forms().look(), await state()]).toEqual([false, 'waiting']);
    // Killed eleven minutes ago; servers of this release name theirs.
    await set({ state: 'waiting', unseen: 12 });
    await oldServer(11);
    await shop.service(ClockWatch).run();
    expect(await forms().look()).toBe(true);
    expect([await forms().look(), await state()]).toEqual([false, 'on']);
  });

  it('does not trust a time in which nobody looked', async () => {
    await set({ state: 'waiting', unseen: 11, looked: 3 });
    expect([await forms().look(), await state()]).toEqual([false, 'waiting']);
    const { unseenSince } = await forms().status();
    expect(Date.now() - unseenSince.getTime()).toBeLessThan(10 * 60_000);
  });

  it('sees older releases, too, by the connection on which they watch', async () => {
    await set({ state: 'waiting', unseen: 11 });
    const options = { connectionString: shop.db.url, application_name: 'souk revisions' };
    const watching = new Client(options);
    await watching.connect();
    expect(await forms().look()).toBe(false);
    await watching.end();
  });

  it('stays off once an operator has turned it off', async () => {
    await forms().set(false);
    await shop.db.query(`UPDATE request_forms SET unseen_since = now() - interval '1 day'`);
    expect([await forms().look(), await state()]).toEqual([false, 'off']);
  });

  it('reaches every server by the access revision, and a look changes none', async () => {
    // A shop of its own: the second server of this one.
    const other = await Instance.beside(shop);
    const access = async () => (await shop.service(RevisionWatch).refresh()).access;
    const read = () => [shop.service(RequestForms), other.service(RequestForms)];
    await until(() => read().every(({ otherForms }) => otherForms));
    const before = await access();
    await forms().set(false);
    await until(() => read().every(({ otherForms }) => !otherForms));
    const after = await access();
    expect(after).not.toBe(before);
    await set({ state: 'off', unseen: 5 });
    await forms().look();
    expect(await access()).toBe(after);
    await other.close();
  });
});

describe('its doors', () => {
  it('are the terminal', async () => {
    expect(await soukJson(shop, 'request-forms', 'off')).toMatchObject({ state: 'off' });
    expect(await soukJson(shop, 'request-forms', 'status')).toEqual({
      ...{ state: 'off', since: expect.any(String) as string },
      release_before_unseen_since: null,
    });
    await set({ state: 'waiting' });
    expect((await souk(shop, 'request-forms', 'status')).out).toMatch(/waiting[^]*unseen/);
    expect(await soukJson(shop, 'request-forms', 'on')).toMatchObject({ state: 'on' });
  });

  it('are the admin API, for the owner', async () => {
    const owner = await TestOperator.of(shop, 'owner');
    const manager = await TestOperator.of(shop, 'manager');
    const ask = { body: { on: false } };
    expect((await manager.ask('PUT request-forms', ask)).status).toBe(403);
    expect((await owner.ask('PUT request-forms', ask)).json).toMatchObject({ state: 'off' });
    await set({ state: 'waiting', unseen: 3 });
    expect(await manager.get('GET request-forms')).toEqual({
      ...{ state: 'waiting', since: expect.any(String) as string },
      release_before_unseen_since: expect.any(String) as string,
    });
  });

  it('are the console', async () => {
    const owner = await operatorBrowser(shop, 'owner', 'olga');
    await set({ state: 'waiting' });
    const page = await owner.open('/console/shop/upkeep');
    expect(page.text).toContain('not accepted until no server of the release before was seen');
    const on = await owner.send(page, 'request-forms', { forms: 'on' });
    expect([on.text.includes('within a second'), await state()]).toEqual([true, 'on']);
    await owner.send(on, 'request-forms', { forms: 'off' });
    expect(await state()).toBe('off');
  });
});
