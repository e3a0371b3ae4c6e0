import { setTimeout as wait } from 'node:timers/promises';
import { vi } from 'vitest';
import { CountedOnce } from '../../src/database/counted-once.js';
import { Database } from '../../src/database/database.js';
import { ServerTasks } from '../../src/database/server-tasks.js';
import type { TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let name: string;
/** As two servers of the shop have them. */
let servers: readonly [ServerTasks, ServerTasks];

beforeAll(async () => {
  shop = await workerShop();
});
beforeEach(() => {
  name = fresh('task');
  const database = shop.service(Database);
  servers = [new ServerTasks(database), new ServerTasks(database)];
});

const change = (columns: string): Promise<unknown> =>
  shop.db.query(`UPDATE server_tasks SET ${columns} WHERE name = $1`, [name]);
const end = <T>(result: T, pauseMs = 60_000) => Promise.resolve({ result, pauseMs });

describe('a task of the servers', () => {
  it('is run by one of them at a time, and then not before it is due', async () => {
    const [one, other] = servers;
    const seen: unknown[] = [];
    const ran = await one.run(name, async () => {
      seen.push(await other.run(name, () => end('beside')));
      return end('first');
    });
    seen.push(await other.run(name, () => end('too early')));
    await change('next_run_at = now()');
    await other.run(name, (last) => end(`after ${String(last)}`));
    expect([ran, ...seen]).toEqual([true, false, false]);
    expect(await one.last(name)).toMatchObject({ result: 'after first' });
  });

  it('is run again after a failed run, and keeps the result of the one before', async () => {
    const [one, other] = servers;
    await one.run(name, () => end('good', 0));
    await expect(one.run(name, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await other.last(name)).toMatchObject({ result: 'good' });
    expect(await other.run(name, () => end('better'))).toBe(true);
  });

  it('is taken over from a server that was killed when its lease has ended, not before', async () => {
    const [one, other] = servers;
    await one.run(name, () => end('', 0));
    await change("holder = gen_random_uuid(), leased_until = now() + interval '1 minute'");
    expect(await other.run(name, () => end(''))).toBe(false);
    await change("leased_until = now() - interval '1 ms'");
    expect(await other.run(name, () => end(''))).toBe(true);
  });

  it('is taken up by its own server when that could not give up its lease', async () => {
    const [one] = servers;
    await one.run(name, () => end('', 0));
    await change("leased_until = now() + interval '1 minute'");
    expect(await one.run(name, () => end(''))).toBe(true);
  });

  it('ends, and changes nothing any more, when another server has its lease', async () => {
    const [one, other] = servers;
    one.lease = { leaseMs: 60_000, extendMs: 10, marginMs: 10_000 };
    const run = one.run(name, async (_, signal) => {
      await change('holder = gen_random_uuid()');
      await wait(60_000, undefined, { signal });
      return end('late');
    });
    await expect(run).rejects.toThrow();
    expect(await other.run(name, () => end('beside'))).toBe(false);
    expect(await one.last(name)).toBeUndefined();
  });
});

describe('figures that are counted once', () => {
  it('are counted for whoever asks first, and read by all others from one row', async () => {
    let counts = 0;
    const figures = servers.map(
      (tasks) => new CountedOnce(tasks, name, () => Promise.resolve({ count: ++counts })),
    );
    for (let asked = 0; asked < 3; asked += 1) {
      for (const one of figures) expect(await one.read()).toEqual({ count: 1 });
    }
    expect(counts).toBe(1);
    const statements = vi.spyOn(shop.service(Database).manager, 'query');
    await figures[0]?.read();
    const sent = statements.mock.calls.filter(([, parameters]) =>
      [parameters].flat().includes(name),
    );
    statements.mockRestore();
    expect(sent).toHaveLength(1);
  });

  it('stay while the next are counted behind the answer, however long that takes', async () => {
    const counting = Promise.withResolvers<string>();
    const counts: Promise<string>[] = [Promise.resolve('former'), counting.promise];
    const figures = new CountedOnce(servers[0], name, () => counts.shift()!);
    figures.goodForMs = 0;
    expect(await figures.read()).toBe('former');
    await change('next_run_at = now()');
    expect(await figures.read()).toBe('former');
    expect(await figures.read()).toBe('former');
    counting.resolve('next');
    await until(async () => (await figures.read()) === 'next');
  });

  it('are none when they could not be counted for five minutes', async () => {
    let isBroken = false;
    const count = () => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(1));
    const figures = new CountedOnce(servers[0], name, count);
    await figures.read();
    isBroken = true;
    await change("next_run_at = now() - interval '4 minutes'");
    expect(await figures.read()).toBe(1);
    await change("next_run_at = now() - interval '6 minutes'");
    await until(() =>
      figures.read().then(
        () => false,
        (error: unknown) => Error.isError(error) && error.message === 'broken',
      ),
    );
  });
});
