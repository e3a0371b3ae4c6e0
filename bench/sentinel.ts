import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { configFor, readSettings } from '../src/config/souk-config.js';
import { createApp } from '../src/start/app.js';
import { createTestDatabase, type TestDatabase } from '../test/support/test-database.js';
import { Cleanup } from './cleanup.js';
import { folderBesideServer } from './folder-beside-server.js';
import { median } from './load.js';
import { machine } from './machine.js';

const ACCOUNTS = 100;
const SCRAPES = 9;
const SCRAPED = ['souk_codes_free', 'souk_orders_waiting'];

/** Accounts with $1 waiting orders each, all charged, and as many free codes. */
const ROWS = [
  `INSERT INTO categories (name) VALUES ('Codes')`,
  `INSERT INTO products (category_id, name, price, product_type) SELECT id, '60 UC', 1, 'package' FROM categories`,
  `INSERT INTO accounts (name) SELECT 'Account ' || n FROM generate_series(1, ${ACCOUNTS}) n`,
  `WITH moved AS (UPDATE accounts SET balance = $1, ledger_sequence = 1 RETURNING id)
   INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
   SELECT id, 1, 'deposit', $1, $1, 'bench' FROM moved`,
  `INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity,
                       total, field_schema, sent_fields, fields, extra_parameters)
   SELECT account.id, 'ID_' || lpad(to_hex(account.id * 10000000 + n), 16, '0'), account.id || '-' || n, product.id, '60 UC', 1, 1,
          1, '[]', '[]', '{}', '[]'
   FROM accounts account, products product, generate_series(1, $1) n`,
  'INSERT INTO order_keys (account_id, order_uuid, order_id) SELECT account_id, order_uuid, order_id FROM orders WHERE $1 > 0',
  `WITH moved AS (UPDATE accounts SET balance = 0, ledger_sequence = 1 + $1)
   INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, actor)
   SELECT account_id, 1 + n, 'debit', -1, $1 - n, order_id, 'api'
   FROM (SELECT account_id, order_id, row_number() OVER (PARTITION BY account_id ORDER BY order_id) AS n FROM orders) charged
   ORDER BY account_id, n`,
  `INSERT INTO code_stocks (name) SELECT 'stock-' || n FROM generate_series(1, 10) n`,
  `INSERT INTO stock_codes (stock, code_hash, sealed_code)
   SELECT 'stock-' || n % 10 + 1, sha256(n::text::bytea), '' FROM generate_series(1, $1 * ${ACCOUNTS}) n`,
  'ANALYZE',
];

interface Measured {
  readonly seconds: number;
  /** CPU time of the thread of the event loop. */
  readonly cpuSeconds: number;
  /**
   * Of one turn of the event loop, by the CPU time of its thread, which other programs do not lengthen; without garbage
   * collection, whose pauses depend on the heap.
   */
  readonly longestTurnMs: number;
  /** How late a timer was at most, by the clock, also because of other programs. */
  readonly longestDelayMs: number;
  readonly scrapesMs: readonly number[];
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Measures the turns of the event loop. */
class Turns {
  private readonly long: { fromMs: number; toMs: number; cpu: number }[] = [];
  private readonly collections: PerformanceEntry[] = [];
  private readonly observer = new PerformanceObserver((list) => {
    this.collections.push(...list.getEntries());
  });
  private timer: NodeJS.Timeout | undefined;

  begin(): void {
    this.observer.observe({ entryTypes: ['gc'] });
    let [fromMs, lastCpuMs] = [performance.now(), cpuMs()];
    this.timer = setInterval(() => {
      const [toMs, nowCpuMs] = [performance.now(), cpuMs()];
      if (nowCpuMs - lastCpuMs > 1) this.long.push({ fromMs, toMs, cpu: nowCpuMs - lastCpuMs });
      [fromMs, lastCpuMs] = [performance.now(), cpuMs()];
    }, 1);
  }

  /** @returns the CPU time of the longest turn in which no garbage was collected, in milliseconds */
  async end(): Promise<number> {
    clearInterval(this.timer);
    // The observer is told some turns later.
    await wait(500);
    this.observer.disconnect();
    const clean = this.long.filter(
      ({ fromMs, toMs }) =>
        !this.collections.some(
          ({ startTime, duration }) => startTime < toMs && startTime + duration > fromMs,
        ),
    );
    return Math.max(0, ...clean.map(({ cpu }) => cpu));
  }
}

/** A start of the server, and its first round. */
async function startOf(db: TestDatabase): Promise<Measured> {
  const config = configFor(readSettings({ PORT: '0' }), db);
  const app = await createApp(config, pino({ level: 'silent' }));
  const registry = app.get<Registry>(Registry, { strict: false });
  const valueOf = async (name: string) =>
    (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? 0;
  const lastRun = () => valueOf('souk_sentinel_last_run_timestamp_seconds');
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const turns = new Turns();
  const before = await lastRun();
  const [begunMs, begunCpuMs] = [performance.now(), cpuMs()];
  // Begins the round.
  await app.init();
  // What else a start does is not measured.
  await wait(500);
  delays.enable();
  turns.begin();
  while ((await lastRun()) === before) await wait(100);
  const seconds = (performance.now() - begunMs) / 1_000;
  const cpuSeconds = (cpuMs() - begunCpuMs) / 1_000;
  const longestDelayMs = delays.max / 1e6;
  delays.disable();
  const longestTurnMs = await turns.end();
  const measured = { seconds, cpuSeconds, longestTurnMs, longestDelayMs };
  const scrapesMs = await scrapesOf(registry);
  await app.close();
  return { ...measured, scrapesMs };
}

/** The medians of both gauges, one after the other. */
async function scrapesOf(registry: Registry): Promise<number[]> {
  const medians: number[] = [];
  for (const name of SCRAPED) {
    const tookMs: number[] = [];
    for (let count = 0; count < SCRAPES; count += 1) {
      const begunMs = performance.now();
      await registry.getSingleMetric(name)?.get();
      tookMs.push(performance.now() - begunMs);
    }
    medians.push(median(tookMs));
  }
  return medians;
}

/** Starts the server twice on books that nobody has looked at. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { entries: { type: 'string', default: '300000' } } });
  const cleanup = new Cleanup();
  try {
    await folderBesideServer(cleanup);
    const head = ['entries, orders, codes', 'start', 'round, s', 'CPU of the event loop, s'];
    const more = [
      'longest turn without GC, CPU ms',
      'longest delay, ms',
      ...SCRAPED.map((one) => `${one}, ms`),
    ];
    const columns = [...head, ...more];
    console.log(
      `${await machine()}\n\n| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`,
    );
    for (const entries of values.entries.split(',').map(Number)) {
      const db = await cleanup.having(
        () => createTestDatabase(),
        (made) => made.drop(),
      );
      for (const sql of ROWS) {
        console.error(sql.trim().slice(0, 60));
        await db.query(sql, sql.includes('$1') ? [Math.ceil(entries / ACCOUNTS)] : []);
      }
      for (const start of ['first', 'second']) {
        // The release before has no such table, and looks after each start.
        await db.query('UPDATE server_tasks SET next_run_at = now()').catch(() => undefined);
        const { seconds, cpuSeconds, longestTurnMs, longestDelayMs, scrapesMs } = await startOf(db);
        const figures = [seconds, cpuSeconds, longestTurnMs, longestDelayMs, ...scrapesMs];
        console.log(
          `| ${entries} | ${start} | ${figures.map((one) => one.toFixed(1)).join(' | ')} |`,
        );
      }
    }
  } finally {
    await cleanup.run();
  }
}

await main();
