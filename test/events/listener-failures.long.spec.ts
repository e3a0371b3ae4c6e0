import { RevisionWatch } from '../../src/database/revision/revision-watch.js';
import { ListenerCalls } from '../../src/events/handling/listener-calls.js';
import { soukJson } from '../support/command-line.js';
import { Hearing } from '../support/hearing.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;
let hearing: Hearing;

beforeAll(async () => {
  // A shop of its own: a listener hears all events of its process.
  shop = await startTestShop();
  hearing = await Hearing.start(shop);
});
beforeEach(() => {
  hearing.reset();
});
afterAll(() => shop.close());

describe('a listener that fails', () => {
  it('gets the same event again, with the number of the attempt', async () => {
    const account = await shop.account({ balance: '100' });
    hearing.onEvent = () => {
      hearing.onEvent = () => undefined;
      throw new Error('sink is\0 down');
    };
    await hearing.place(account, await shop.product({ name: 'heard' }));
    const failed = await hearing.failureOf(account);
    expect(failed).toMatchObject({
      extension: 'acme',
      listener: 'sink',
      eventType: 'order.placed',
      attempts: 1,
      reason: 'sink is down',
      nextTryAt: expect.any(Date) as Date,
    });
    await hearing.hurry();
    await until(() => hearing.of(account).length === 2);
    expect(hearing.of(account).map(({ options }) => options.attempt)).toEqual([1, 2]);
    expect(new Set(hearing.of(account).map(({ id }) => id)).size).toBe(1);
    await until(async () => (await hearing.failuresOf(account)).length === 0);
  });

  it('is given up after some days, listed, and can be sent once more', async () => {
    const account = await shop.account({ balance: '100' });
    hearing.onEvent = () => Promise.reject(new Error('down'));
    await hearing.place(account, await shop.product({ name: 'heard' }));
    await until(async () => {
      await hearing.hurry();
      return (await hearing.failuresOf(account))[0]?.nextTryAt === null;
    });
    const [failed] = await hearing.failuresOf(account);
    expect(failed).toMatchObject({ attempts: 10, reason: 'down' });
    expect(hearing.of(account)).toHaveLength(10);
    hearing.onEvent = () => undefined;
    const id = String(failed?.id);
    expect(await soukJson(shop, 'extension', 'failures', '--extension', 'acme')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: failed?.id,
          extension: 'acme',
          listener: 'sink',
          event: 'order.placed',
          attempts: 10,
          next_try: null,
          reason: 'down',
        }),
      ]),
    );
    await soukJson(shop, 'extension', 'resend', id);
    await until(async () => (await hearing.failuresOf(account)).length === 0);
    expect(hearing.of(account)).toHaveLength(11);
    await expect(soukJson(shop, 'extension', 'resend', id)).rejects.toThrow(
      'There is no failed event',
    );
  });

  it('by never ending is aborted at its limit', async () => {
    const calls = shop.service(ListenerCalls);
    const usualMs = calls.timeoutMs;
    calls.timeoutMs = 50;
    const account = await shop.account({ balance: '100' });
    hearing.onEvent = () => new Promise(() => undefined);
    await hearing.place(account, await shop.product({ name: 'heard' }));
    const failed = await hearing.failureOf(account);
    calls.timeoutMs = usualMs;
    expect(failed.reason).toBe('no answer within 50 ms');
    expect(hearing.of(account)[0]?.options.signal.aborted).toBe(true);
  });
});

describe('a change of the catalog', () => {
  const revisions = () =>
    hearing.heard.flatMap(({ type, data }) => (type === 'catalog.changed' ? [data.revision] : []));
  const present = async (): Promise<string> => {
    const [row] = await shop.db.query<{ revision: string }>(
      "SELECT revision || ':' || nonce AS revision FROM catalog_revision",
    );
    return row?.revision ?? '';
  };

  it('is told with the newest revision', async () => {
    const category = await shop.category();
    for (let count = 0; count < 20; count += 1) await shop.product({ categoryId: category });
    const last = await present();
    await until(() => revisions().at(-1) === last);
    expect(revisions().length).toBeLessThanOrEqual(21);
  });

  it('is one call at a time, and one more for all changes during it', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    hearing.onCatalog = () => promise;
    await shop.product();
    await until(() => revisions().length === 1);
    for (let count = 0; count < 5; count += 1) await shop.product();
    const last = await present();
    for (let count = 0; count < 3; count += 1) await shop.service(RevisionWatch).refresh();
    expect(revisions()).toHaveLength(1);
    resolve(undefined);
    await until(() => revisions().at(-1) === last);
    expect(revisions()).toHaveLength(2);
  });
});

describe('a restore', () => {
  it('holds unsent events back until the operator releases them', async () => {
    const account = await shop.account({ balance: '100' });
    hearing.onEvent = () => Promise.reject(new Error('down'));
    await hearing.place(account, await shop.product({ name: 'heard' }));
    await hearing.failureOf(account);
    await shop.db.query(
      "DELETE FROM pgboss.job WHERE name = 'listener' AND state <> 'completed' AND data ->> 'accountId' <> $1",
      [String(account.id)],
    );
    const settlement = await soukJson<{ events: { held: number } }>(shop, 'settle');
    expect(settlement.events.held).toBe(1);
    expect((await hearing.failuresOf(account))[0]).toMatchObject({ nextTryAt: null });
    const [failed] = await hearing.failuresOf(account);
    expect(failed?.reason).toBe('a restore ended its tries; down');
    hearing.onEvent = () => undefined;
    await hearing.hurry();
    expect(await hearing.eventsOf(account)).toHaveLength(1);
    expect(await soukJson(shop, 'extension', 'release')).toEqual({ count: 1 });
    await until(() => hearing.of(account).length === 2);
    await until(async () => (await hearing.failuresOf(account)).length === 0);
    await soukJson(shop, 'maintenance', 'off');
  });
});
