import { Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JobOptions } from '../../src/events/jobs/extension-job.js';
import { ExtensionJobs, type SendOptions } from '../../src/events/jobs/extension-jobs.js';
import { FailedEvents } from '../../src/events/failures/failed-events.service.js';
import type { OrderCheck } from '../../src/orders/checks/order-check.js';
import { soukJson } from '../support/command-line.js';
import { testExtension } from '../support/extensions.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

interface Handled extends Pick<JobOptions, 'id' | 'attempt'> {
  readonly name: string;
  readonly data: unknown;
}

@Injectable()
class Mails {
  constructor(readonly jobs: ExtensionJobs) {}
}

@Module({ providers: [Mails] })
class AcmeModule {}

let shop: TestShop;
let jobs: ExtensionJobs;
let onJob: (handled: Handled) => unknown = () => undefined;
const handled: Handled[] = [];

const job = (name: string, more: object = {}) => ({
  ...{ name, ...more },
  handle: async (data: unknown, { id, attempt }: JobOptions) => {
    const one = { name, data, id, attempt };
    handled.push(one);
    await onJob(one);
  },
});
const JOBS = [
  job('mail'),
  job('once', { retryAfterSeconds: [] }),
  job('twice', { retryAfterSeconds: [60] }),
];

const check: OrderCheck = {
  name: 'mailing',
  concerns: ({ fields }) => 'mail' in fields,
  async check(manager, { orderId, fields }) {
    await jobs.send(manager, 'mail', { orderId });
    if (fields.mail === 'no') throw new Error('refused');
  },
};

beforeAll(async () => {
  // A shop of its own: it has an extension with jobs.
  shop = await startTestShop({}, {}, undefined, [
    testExtension(
      {
        module: AcmeModule,
        ports: (given) => {
          jobs = given.get(ExtensionJobs);
          return { jobs: JOBS, checks: [check] };
        },
      },
      { ports: { jobs: JOBS.map(({ name }) => name), checks: ['mailing'] } },
    ),
  ]);
});
beforeEach(() => {
  handled.splice(0);
  onJob = () => undefined;
});
afterAll(() => shop.close());

const send = (name: string, data: unknown, options?: SendOptions): Promise<boolean> =>
  shop.inTransaction((manager) => jobs.send(manager, name, data, options));

/** Lets a job have its next attempt now. */
const hurry = () =>
  shop.db.query(
    `UPDATE pgboss.job SET start_after = now() WHERE name = 'extension' AND state = 'created' AND start_after < 'infinity'`,
  );

const failures = () => shop.service(FailedEvents).list(10, 'acme');

const allDone = () =>
  until(async () => {
    const left = await shop.db.query(
      `SELECT FROM pgboss.job WHERE name = 'extension' AND state <= 'active'`,
    );
    return left.length === 0;
  });

describe('a job', () => {
  it('is done once the transaction has committed that has sent it, and never after a rollback', async () => {
    const { promise: sent, resolve } = Promise.withResolvers<undefined>();
    const open = shop.inTransaction(async (manager) => {
      await jobs.send(manager, 'mail', { to: 'a', amount: '1.50', list: [1, null, 'ä\0'] });
      await sent;
    });
    const lost = shop.inTransaction(async (manager) => {
      await jobs.send(manager, 'mail', 'lost');
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    await send('mail', 'other');
    await until(() => handled.length === 1);
    resolve(undefined);
    await open;
    await until(() => handled.length === 2);
    expect(handled.map(({ data }) => data)).toEqual([
      'other',
      { to: 'a', amount: '1.50', list: [1, null, 'ä\0'] },
    ]);
    expect(handled[0]).toMatchObject({
      attempt: 1,
      id: expect.stringMatching(/^job_[0-9a-f]{32}$/) as string,
    });
  });

  it('of an order check is done for orders that were placed alone', async () => {
    const account = await shop.account({ balance: '10' });
    const product = await shop.product({ fields: ['mail'] });
    const order = (mail: string, uuid: string) =>
      account.api(`/client/api/newOrder/${product}/params?mail=${mail}&order_uuid=${uuid}`);
    expect((await order('no', '0d7e3a4e-7f6f-4a51-9c55-3d2f2a3f1c11')).status).not.toBe(200);
    expect((await order('yes', '0d7e3a4e-7f6f-4a51-9c55-3d2f2a3f1c12')).status).toBe(200);
    await allDone();
    const [placed] = await shop.db.query<{ order_id: string }>('SELECT order_id FROM orders');
    expect(handled.map(({ data }) => data)).toEqual([{ orderId: placed?.order_id }]);
  });

  it('that fails is tried again under the same id, and then forgotten', async () => {
    onJob = ({ attempt }) => {
      if (attempt === 1) throw new Error('mail server is\0 down');
    };
    await send('mail', { to: 'b' });
    const failed = await until(async () => (await failures())[0]);
    expect(failed).toMatchObject({
      ...{ extension: 'acme', listener: 'mail', eventType: 'job', attempts: 1 },
      ...{ reason: 'mail server is down', nextTryAt: expect.any(Date) as Date },
    });
    await hurry();
    await until(async () => (await failures()).length === 0);
    expect(handled.map(({ attempt, data }) => [attempt, data])).toEqual([
      [1, { to: 'b' }],
      [2, { to: 'b' }],
    ]);
    expect(new Set(handled.map(({ id }) => id)).size).toBe(1);
  });

  it('is given up after the last of its own times, listed, and done once more by hand', async () => {
    onJob = () => Promise.reject(new Error('down'));
    await send('once', 1);
    await send('twice', 2);
    await until(async () => (await failures()).length === 2);
    await hurry();
    await until(async () => (await failures()).every(({ nextTryAt }) => nextTryAt === null));
    expect(handled.filter(({ name }) => name === 'once')).toHaveLength(1);
    expect(handled.filter(({ name }) => name === 'twice')).toHaveLength(2);
    const listed = await soukJson<{ id: number; event: string }[]>(shop, 'extension', 'failures');
    expect(listed).toMatchObject([
      { listener: 'twice', event: 'job', attempts: 2, next_try: null, reason: 'down' },
      { listener: 'once', event: 'job', attempts: 1, next_try: null },
    ]);
    onJob = () => undefined;
    for (const { id } of listed) await soukJson(shop, 'extension', 'resend', String(id));
    await until(async () => (await failures()).length === 0);
    expect(
      handled
        .slice(-2)
        .map(({ name, attempt }) => [name, attempt])
        .sort(),
    ).toEqual([
      ['once', 2],
      ['twice', 3],
    ]);
  });

  it('waits alone under its key, until it begins', async () => {
    const later = { key: 'k', afterSeconds: 3_600 };
    expect(await send('mail', 1, later)).toBe(true);
    expect(await send('mail', 2, { key: 'k' })).toBe(false);
    expect(await send('mail', 3, { ...later, key: 'other' })).toBe(true);
    expect(await send('twice', 4, later)).toBe(true);
    const both = await shop.inTransaction(async (manager) => [
      await jobs.send(manager, 'once', 5, later),
      await jobs.send(manager, 'once', 6, later),
    ]);
    expect(both).toEqual([true, false]);
    // While it runs, another one may wait.
    const end = Promise.withResolvers<undefined>();
    onJob = () => end.promise;
    await hurry();
    await until(() => handled.length === 4);
    expect(await send('mail', 7, later)).toBe(true);
    end.resolve(undefined);
    await hurry();
    await allDone();
    expect(handled.map(({ data }) => data).sort()).toEqual([1, 3, 4, 5, 7]);
  });

  it('waits under its key for a transaction that sends under the same one', async () => {
    const [first, second] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ];
    const open = shop.inTransaction(async (manager) => {
      await jobs.send(manager, 'mail', 1, { key: 'race', afterSeconds: 60 });
      first.resolve(undefined);
      await second.promise;
      throw new Error('rolled back');
    });
    await first.promise;
    const other = send('mail', 2, { key: 'race', afterSeconds: 60 });
    second.resolve(undefined);
    await expect(open).rejects.toThrow();
    expect(await other).toBe(true);
    await hurry();
    await allDone();
    expect(handled.map(({ data }) => data)).toEqual([2]);
  });

  it('that waits under a key begins after the transactions that count on it', async () => {
    const [sent, end] = [Promise.withResolvers<boolean>(), Promise.withResolvers<undefined>()];
    await send('mail', 1, { key: 'counted', afterSeconds: 3_600 });
    const open = shop.inTransaction(async (manager) => {
      sent.resolve(await jobs.send(manager, 'mail', 2, { key: 'counted' }));
      await end.promise;
    });
    expect(await sent.promise).toBe(false);
    await hurry();
    await send('mail', 3);
    await until(() => handled.length > 0);
    await send('mail', 4);
    await until(() => handled.some(({ data }) => data === 4));
    expect(handled.map(({ data }) => data)).toEqual([3, 4]);
    end.resolve(undefined);
    await open;
    await until(() => handled.length === 3);
    expect(handled.at(-1)?.data).toBe(1);
  });

  it('of a restored state is held back until it is released, and its key is free', async () => {
    await send('mail', 1, { key: 'held', afterSeconds: 3_600 });
    const events = shop.service(FailedEvents);
    expect(await shop.inTransaction((manager) => events.hold(manager))).toMatchObject({ held: 1 });
    expect(await send('mail', 2, { key: 'held' })).toBe(true);
    await until(() => handled.length === 1);
    expect(await events.release()).toBe(1);
    await until(() => handled.length === 2);
  });

  it('that no extension of this server has waits, and is given up a day later', async () => {
    const gone = (name: string, waitingSinceMs?: number) =>
      shop.db.query(
        `INSERT INTO pgboss.job (name, data, retry_limit, expire_seconds, deletion_seconds, policy, singleton_key, keep_until)
         SELECT name, $1, retry_limit, expire_seconds, deletion_seconds, policy, $2, now() + interval '1 day' FROM pgboss.queue WHERE name = 'extension'`,
        [
          JSON.stringify({
            ...{ extension: 'acme', listener: name, attempt: 1, waitingSinceMs },
            event: JSON.stringify({ id: `job_${name}`, type: 'job', data: 1 }),
          }),
          name,
        ],
      );
    await shop.db.query(
      `UPDATE extensions SET ports = jsonb_set(ports::jsonb, '{jobs}', '["mail","once","twice","newer"]')::json WHERE name = 'acme'`,
    );
    const longAgo = Date.now() - 25 * 3_600_000;
    await gone('newer', longAgo);
    await gone('unknown');
    await gone('old', longAgo);
    const [failed] = await until(async () => {
      const all = await failures();
      return all.length > 0 && all;
    });
    expect(failed).toMatchObject({
      listener: 'old',
      nextTryAt: null,
      reason: 'no extension has this job any more',
    });
    await until(async () => {
      const waiting = await shop.db.query(
        `SELECT FROM pgboss.job WHERE name = 'extension' AND state = 'created' AND start_after > now()
           AND data ->> 'listener' IN ('newer', 'unknown')`,
      );
      return waiting.length === 2;
    });
    expect(await failures()).toHaveLength(1);
    await shop.db.query(`DELETE FROM pgboss.job WHERE name = 'extension'`);
  });
});

describe('sending a job', () => {
  const large = 'x'.repeat(65_535);
  it.each<[string, unknown, SendOptions | undefined, string]>([
    ['other', 1, undefined, 'that is not in its port "jobs"'],
    ['mail', undefined, undefined, 'with data that JSON cannot hold'],
    ['mail', 1n, undefined, 'with data that JSON cannot hold'],
    ['mail', large, undefined, 'with more than 65536 bytes of data'],
    ['mail', 1, { key: '' }, 'under a key that needs 1 to 100 characters'],
    ['mail', 1, { key: 'k\0' }, 'under a key that needs 1 to 100 characters'],
    ['mail', 1, { afterSeconds: -1 }, 'with "afterSeconds" that is no whole number'],
  ])('%s with %s is refused', async (name, data, options, what) => {
    await expect(send(name, data, options)).rejects.toThrow(
      `The extension "acme" sends the job "${name}" ${what}`,
    );
  });

  it('needs a transaction', async () => {
    const { manager } = shop.db as unknown as { manager?: EntityManager };
    await expect(jobs.send(manager ?? ({} as EntityManager), 'mail', 1)).rejects.toThrow(
      'by a manager that has no transaction',
    );
  });

  it('takes 64 KiB, by services that inject it, too', async () => {
    const data = large.slice(1);
    await shop.inTransaction((manager) => shop.service(Mails).jobs.send(manager, 'mail', data));
    await until(() => handled.length === 1);
    expect(handled[0]?.data).toBe(data);
  });
});
