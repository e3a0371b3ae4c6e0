import { pino } from 'pino';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import type { ExtensionTask, TaskOptions } from '../../src/extensions/tasks/extension-task.js';
import { ExtensionTasks } from '../../src/extensions/tasks/extension-tasks.service.js';
import { createApp } from '../../src/start/app.js';
import { soukJson } from '../support/command-line.js';
import { testExtension } from '../support/extensions.js';
import { FEW_CONNECTIONS, startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { workerShop } from '../support/worker-shop.js';

/** What a run of a task does, set by each spec. */
type Work = (options: TaskOptions) => Promise<void>;

const works: Record<string, Work> = {};
const done: Work = () => Promise.resolve();
const task = (name: string, more: Partial<ExtensionTask> = {}): ExtensionTask => ({
  ...{ name, everySeconds: 3_600 },
  run: (options) => (works[name] ?? done)(options),
  ...more,
});
const TASKS = [
  task('often', { everySeconds: 1 }),
  task('killed'),
  task('leased'),
  task('failing'),
  task('late', { timeoutSeconds: 1 }),
  task('stopped'),
];
const extension = () =>
  testExtension(
    { ports: () => ({ tasks: TASKS }) },
    { ports: { tasks: TASKS.map(({ name }) => name) } },
  );

let shop: TestShop;
let tasks: ExtensionTasks;

beforeAll(async () => {
  // A shop of its own: it has an extension with tasks, which its servers run.
  shop = await startTestShop({}, {}, undefined, [extension()]);
  tasks = shop.service(ExtensionTasks);
});
afterEach(() => {
  for (const name of Object.keys(works)) Reflect.deleteProperty(works, name);
});
afterAll(() => shop.close());

/** Another server on the same database. */
async function otherServer() {
  const config = configFor(readSettings({ PORT: '0', ...FEW_CONNECTIONS }), shop.db);
  // A shop of its own: the extension is started in it.
  return createApp(config, pino({ level: 'silent' }), [extension()]);
}

interface Row {
  readonly runs: number;
  readonly failures: number;
  readonly last_fault: string | null;
  readonly failing: boolean;
  readonly leased: boolean;
  readonly period: number;
}

async function rowOf(name: string): Promise<Row> {
  const [row] = await shop.db.query<Row>(
    `SELECT runs::integer, failures, last_fault, failing_since IS NOT NULL AS failing,
       leased_until IS NOT NULL AS leased,
       extract(epoch FROM next_run_at - last_started_at)::float8 AS period
     FROM extension_tasks WHERE extension = 'acme' AND name = $1`,
    [name],
  );
  return row!;
}

const hurry = (name: string): Promise<unknown> =>
  shop.db.query('UPDATE extension_tasks SET next_run_at = now() WHERE name = $1', [name]);

describe('a task', () => {
  it('runs on one of two servers at a time, and never beside itself', async () => {
    const other = await otherServer();
    try {
      let [atOnce, most, runs] = [0, 0, 0];
      const seen = new Set<AbortSignal>();
      works.often = async ({ signal }) => {
        seen.add(signal);
        most = Math.max(most, ++atOnce);
        await hurry('often');
        await shop.db.query('SELECT pg_sleep(0.02)');
        atOnce--;
        runs++;
      };
      const both = [tasks, other.get(ExtensionTasks, { strict: false })];
      // Both look for it at the same time, again and again.
      while (runs < 20) {
        await hurry('often');
        await Promise.all(both.map((one) => one.poll()));
        await until(() => atOnce === 0);
      }
      expect(most).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('is run from start to start, and its end gives up the lease', async () => {
    await tasks.runNow('leased');
    const row = await rowOf('leased');
    expect(row).toMatchObject({ failures: 0, failing: false, leased: false, period: 3_600 });
    const [next] = await shop.db.query(
      `SELECT next_run_at > now() AS later FROM extension_tasks WHERE name = 'leased'`,
    );
    expect(next).toEqual({ later: true });
  });

  it('of a killed server is begun anew by another one when the lease ends, and counts as failed', async () => {
    await tasks.runNow('killed');
    const before = await rowOf('killed');
    // What a killed server leaves behind.
    await shop.db.query(
      `UPDATE extension_tasks SET next_run_at = now(), runs = runs + 1, holder = 'gone',
         leased_until = now() + interval '1 hour' WHERE name = 'killed'`,
    );
    let runs = 0;
    works.killed = async () => {
      runs++;
      await done({} as never);
    };
    await tasks.poll();
    expect(runs).toBe(0);
    await shop.db.query(
      `UPDATE extension_tasks SET leased_until = now() - interval '1 ms' WHERE name = 'killed'`,
    );
    await until(() => runs === 1);
    await until(async () => !(await rowOf('killed')).leased);
    expect(await rowOf('killed')).toMatchObject({
      ...{ runs: before.runs + 2, failing: false, failures: 0 },
      last_fault: 'its server ended, or lost its lease, during the run',
    });
  });

  it('is aborted before its lease ends when that cannot be extended, or is lost', async () => {
    const former = tasks.lease;
    tasks.lease = { leaseMs: 60_000, extendMs: 10, marginMs: 10_000 };
    const begun = Promise.withResolvers<TaskOptions>();
    works.leased = (options) => {
      begun.resolve(options);
      return new Promise((_, reject) => {
        options.signal.addEventListener('abort', () => {
          reject(options.signal.reason as Error);
        });
      });
    };
    const run = tasks.runNow('leased');
    await begun.promise;
    await shop.db.query(`UPDATE extension_tasks SET runs = runs + 1 WHERE name = 'leased'`);
    await expect(run).rejects.toThrow('another server has begun the run anew');

    tasks.lease = { leaseMs: 100, extendMs: 60_000, marginMs: 50 };
    await shop.db.query(`UPDATE extension_tasks SET leased_until = NULL WHERE name = 'leased'`);
    await expect(tasks.runNow('leased')).rejects.toThrow('the lease could not be extended');
    tasks.lease = former;
  });

  it('that fails is a fault of the extension, and runs again', async () => {
    works.failing = () => {
      throw new Error('no \0rates');
    };
    await expect(tasks.runNow('failing')).rejects.toThrow('rates');
    await expect(tasks.runNow('failing')).rejects.toThrow('rates');
    expect(await rowOf('failing')).toMatchObject({
      ...{ failures: 2, failing: true, leased: false, last_fault: 'no rates', period: 3_600 },
    });
    const line = shop.logs().find((one) => one.includes('no \\u0000rates'));
    expect(JSON.parse(line ?? '')).toMatchObject({ extension: 'acme', port: 'task "failing"' });

    works.failing = done;
    await tasks.runNow('failing');
    expect(await rowOf('failing')).toMatchObject({
      failures: 0,
      failing: false,
      last_fault: 'no rates',
    });
  });

  it('that takes too long has failed, and keeps its lease until it has ended', async () => {
    const end = Promise.withResolvers<undefined>();
    let aborted = false;
    works.late = async ({ signal }) => {
      signal.addEventListener('abort', () => (aborted = true));
      await end.promise;
    };
    const run = tasks.runNow('late').catch((error: unknown) => error);
    await until(async () => (await rowOf('late')).failures === 1);
    expect(aborted).toBe(true);
    expect(await rowOf('late')).toMatchObject({
      ...{ leased: true, failing: true, last_fault: 'it did not end within 1 seconds' },
    });
    end.resolve(undefined);
    expect(await run).toMatchObject({ name: 'TimeLimitError' });
    expect(await rowOf('late')).toMatchObject({ leased: false, failures: 1, failing: true });
  });

  it('is shown with its runs', async () => {
    await tasks.runNow('often');
    const [acme] = await soukJson<{ tasks: object[] }[]>(shop, 'extension', 'list');
    expect(acme?.tasks).toHaveLength(TASKS.length);
    expect(acme?.tasks).toContainEqual(
      expect.objectContaining({
        ...{ name: 'often', every_seconds: 1, failures: 0 },
        holder: expect.stringContaining(`process ${process.pid}`) as string,
      }),
    );
  });

  it('is broken off when its server stops, and is begun anew by another one', async () => {
    await until(async () => !(await rowOf('stopped')).leased);
    await shop.db.query(`UPDATE extension_tasks SET next_run_at = 'infinity'`);
    const begun = Promise.withResolvers<undefined>();
    works.stopped = ({ signal }) => {
      begun.resolve(undefined);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    };
    const other = await otherServer();
    const run = other.get(ExtensionTasks, { strict: false }).runNow('stopped').catch(String);
    await begun.promise;
    let runs = 0;
    works.stopped = async () => {
      runs++;
      await done({} as never);
    };
    await other.close();
    expect(await run).toBe('Error: the server stops');
    await until(() => runs === 1);
    expect(await rowOf('stopped')).toMatchObject({ failures: 0, last_fault: null });
  });
});

describe('a shop without tasks', () => {
  it('looks for none', async () => {
    const other = (await workerShop()).service(ExtensionTasks);
    const { timer } = (other as unknown as { polling: { timer: unknown } }).polling;
    expect(timer).toBeUndefined();
  });
});
