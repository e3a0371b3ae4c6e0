import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseProcesses, signalAll } from '../../chaos/database-processes.js';
import { addressOf, startServer } from '../../chaos/server.js';
import { chaosShop, type ChaosShop } from '../../chaos/shop/chaos-shop.js';
import { OrderBook, settles, type BookedOrder } from '../../chaos/shop/order-book.js';
import { OrderClient } from '../../chaos/shop/order-client.js';
import { goodOrderPath } from '../../chaos/shop/order-paths.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import { recording } from '../../judge/recorder.js';
import { Faults } from '../../support/faults.js';
import { HttpClient } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import type { ServerProcess } from '../../support/server-process.js';
import { createTestDatabase } from '../../support/test-database.js';
import type { Amounts, Drill } from '../scenario.js';

const INSTANCES = 2;
/** As the server has it by default, on each instance. */
const POOL_SIZE = 10;
/** Connections that are being closed or opened. */
const MAX_FURTHER_BACKENDS = 5;
/** Of each instance: a batch of orders and few transactions. */
const MAX_WAITING_BACKENDS = 5;
/** Other accounts may be answered 111 for so long after a row was locked or an instance stopped. */
const GRACE_MS = 7_000;
/** All accounts may be answered 111 for so long after the database goes on. */
const RECOVERY_MS = 5_000;
/** The answer of the locked account. */
const MAX_ANSWER_MS = 3_500;
const RESEND_DELAY_MS = 500;
const SAMPLE_INTERVAL_MS = 200;
/** What happens in this time before the first disturbance shows whether the machine is too busy for the rate. */
const UNDISTURBED_MS = 10_000;
const STOP_SECONDS = 10;
const DATABASE_STOP_SECONDS = 20;
/** The account whose row is locked. */
const LOCKED = 0;

const BACKENDS = `
  SELECT count(*)::integer AS all, count(*) FILTER (WHERE wait_event_type = 'Lock')::integer AS waiting,
         count(*) FILTER (WHERE state LIKE 'idle in transaction%')::integer AS open
  FROM pg_stat_activity WHERE application_name = 'souk' AND datname = current_database()`;

/** Another session keeps the row of an account locked; then an instance stops in the middle of its transactions. */
export const stuckRow: Drill = {
  title: 'an account row is locked, then an instance is stopped within its transactions',
  run: async (random, amounts, say) => {
    const db = await createTestDatabase();
    const shop = await chaosShop(db);
    const instances: ServerProcess[] = [];
    try {
      for (let number = 1; number <= INSTANCES; number++) {
        instances.push(await startServer(addressOf(db)));
      }
      return await new StuckRow(shop, instances, random, amounts, say).findings();
    } finally {
      for (const { pid } of instances) process.kill(pid, 'SIGCONT');
      await Promise.all(instances.map((instance) => instance.stop()));
      await db.drop();
    }
  },
};

class StuckRow {
  private readonly book = new OrderBook();
  private readonly faults = new Faults();
  private readonly clients: readonly OrderClient[];
  private readonly readers: readonly HttpClient[];
  private readonly running = new Set<Promise<unknown>>();
  /** By `performance.now()`. */
  private disturbedAt = Infinity;
  /** An instance that does not run now; what it answers later counts for nothing. */
  private stopped: number | undefined;
  private readonly most = { all: 0, waiting: 0 };
  private readonly others = { answers: 0, unavailable: 0, lastMs: 0 };
  private isLocked = false;
  private graceMs = GRACE_MS;
  private isDatabaseStopped = false;
  private lastAfterDatabaseMs = 0;
  private slowestLockedMs = 0;

  constructor(
    private readonly shop: ChaosShop,
    private readonly instances: readonly ServerProcess[],
    private readonly random: Random,
    private readonly amounts: Amounts,
    private readonly say: (line: string) => void,
  ) {
    this.clients = instances.map(({ baseUrl }) => {
      const client = new OrderClient(shop);
      client.connect(baseUrl);
      return client;
    });
    this.readers = instances.map(({ baseUrl: instance }) =>
      recording(new HttpClient(instance), shop.recorder, { client: 'reader', instance }),
    );
  }

  async findings(): Promise<Findings> {
    const timers = [
      this.every(1000 / this.amounts.rate, () => this.order()),
      this.every(SAMPLE_INTERVAL_MS, () => this.read()),
      this.every(SAMPLE_INTERVAL_MS, () => this.count()),
    ];
    await sleep(UNDISTURBED_MS);
    const { unavailable: undisturbed } = this.others;
    await this.lockRow();
    const inTransactions = await this.stopInstance();
    await this.stopDatabase();
    timers.slice(0, 2).forEach(clearInterval);
    await Promise.all(this.running);
    timers.forEach(clearInterval);
    await Promise.all(this.running);
    await this.clients[0]?.readBooks();
    for (const client of [...this.clients]) client.disconnect();
    for (const reader of this.readers) reader.close();
    const judged = judgedFaults(this.shop.recorder);
    const faults = [
      ...judged.faults,
      ...(await deliveriesEnded(this.shop.db)),
      ...(await sweep(this.shop, this.book)),
      ...this.faults.list,
    ];
    const { all, waiting } = this.most;
    const { answers, unavailable, lastMs } = this.others;
    const did =
      `row locked for ${this.amounts.locked} s, instance stopped ${this.amounts.freezes} times, ${inTransactions} ` +
      `transactions within; ${this.book.orders.length} orders; at most ${all} backends, ${waiting} waiting for a lock; ` +
      `other accounts: ${answers} answers, ${unavailable} × 111 (${undisturbed} of them before), the last ${(lastMs / 1000).toFixed(1)} s after a ` +
      `disturbance began, and ${(this.lastAfterDatabaseMs / 1000).toFixed(1)} s after the stopped database went on; ` +
      `111 of the locked account after ${(this.slowestLockedMs / 1000).toFixed(1)} s at most; ${judged.told}`;
    return { did, faults };
  }

  private every(intervalMs: number, work: () => Promise<void>): NodeJS.Timeout {
    return setInterval(() => {
      this.run(work);
    }, intervalMs);
  }

  private run(work: () => Promise<void>): void {
    const running: Promise<unknown> = work()
      .catch((error: unknown) => {
        this.faults.add('an error of the drill', String(error));
      })
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }

  private async lockRow(): Promise<void> {
    const psql = new Client({ connectionString: this.shop.db.directUrl });
    await psql.connect();
    await psql.query('BEGIN');
    const id = this.shop.accounts[LOCKED]?.id;
    await psql.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [id]);
    this.disturbedAt = performance.now();
    this.isLocked = true;
    await sleep(this.amounts.locked * 500);
    this.say(`row locked, ${this.amounts.callers} more callers of its account at once`);
    for (let caller = 0; caller < this.amounts.callers; caller++)
      this.run(() => this.order(LOCKED));
    await sleep(this.amounts.locked * 500);
    this.isLocked = false;
    await psql.query('ROLLBACK');
    await psql.end();
    this.say(`row locked: at most ${this.most.all} backends, ${this.most.waiting} waiting`);
    this.disturbedAt = Infinity;
    await sleep(5_000);
  }

  /** @returns how many transactions were open when the instance was stopped, in all rounds. */
  private async stopInstance(): Promise<number> {
    let inTransactions = 0;
    for (let round = 0; round < this.amounts.freezes; round++) {
      this.stopped = round % INSTANCES;
      const pid = this.instances[this.stopped]?.pid ?? NaN;
      process.kill(pid, 'SIGSTOP');
      this.disturbedAt = performance.now();
      await sleep(SAMPLE_INTERVAL_MS);
      const [now] = await this.shop.db.query<{ open: number }>(BACKENDS);
      inTransactions += now?.open ?? 0;
      await sleep(STOP_SECONDS * 1000);
      process.kill(pid, 'SIGCONT');
      this.disturbedAt = Infinity;
      await sleep(this.random.between(2_000, 4_000));
      this.stopped = undefined;
    }
    return inTransactions;
  }

  /** Stops all processes of the database, and lets them go on. */
  private async stopDatabase(): Promise<void> {
    const { lastMs } = this.others;
    for (let round = 0; round < this.amounts.freezes; round++) {
      const processes = await databaseProcesses(this.shop.db.url);
      this.isDatabaseStopped = true;
      signalAll(processes, 'SIGSTOP');
      await sleep(DATABASE_STOP_SECONDS * 1000);
      signalAll(processes, 'SIGCONT');
      this.isDatabaseStopped = false;
      this.others.lastMs = 0;
      this.graceMs = RECOVERY_MS;
      this.disturbedAt = performance.now();
      await sleep(2 * RECOVERY_MS);
      this.disturbedAt = Infinity;
      this.lastAfterDatabaseMs = Math.max(this.lastAfterDatabaseMs, this.others.lastMs);
      this.say(`database went on: the last 111 after ${this.others.lastMs.toFixed(0)} ms`);
    }
    this.others.lastMs = lastMs;
  }

  /** Orders until it is answered, at one instance after the other. */
  private async order(
    account = this.random.between(0, this.shop.accounts.length - 1),
  ): Promise<void> {
    const order = this.book.add(account, goodOrderPath(this.shop, this.random));
    for (let sending = this.book.orders.length; ; sending++) {
      if (await this.send(order, sending % INSTANCES)) return;
      await sleep(RESEND_DELAY_MS);
    }
  }

  /** @returns true when the order is settled. */
  private async send(order: BookedOrder, instance: number): Promise<boolean> {
    if (instance === this.stopped) return false;
    const sentAt = performance.now();
    const outcome = await this.clients[instance]?.send(order);
    if (!outcome) return false;
    const code = outcome.kind === 'error' ? outcome.code : undefined;
    if (order.account !== LOCKED) {
      this.note(instance, code, 'order');
    } else if (code === 111 && this.isLocked) {
      const took = performance.now() - sentAt;
      this.slowestLockedMs = Math.max(this.slowestLockedMs, took);
    }
    return settles(outcome);
  }

  private async read(): Promise<void> {
    for (const [instance, reader] of this.readers.entries()) {
      if (instance === this.stopped) continue;
      const token = this.shop.accounts[1]?.token ?? '';
      for (const path of ['/client/api/profile', '/client/api/products']) {
        const { json } = await reader.send(path, { token });
        this.note(instance, (json as { code?: number }).code, path);
      }
    }
  }

  /** Notes an answer for another account than the locked one. */
  private note(instance: number, code: number | undefined, what: string): void {
    this.others.answers++;
    if (code !== 111 || instance === this.stopped) return;
    this.others.unavailable++;
    const afterMs = performance.now() - this.disturbedAt;
    if (afterMs < 0) return;
    this.others.lastMs = Math.max(this.others.lastMs, afterMs);
    if (afterMs > this.graceMs) this.faults.add('another account was answered 111', what);
  }

  private async count(): Promise<void> {
    if (this.isDatabaseStopped) return;
    const [now] = await this.shop.db.query<{ all: number; waiting: number }>(BACKENDS);
    const { all, waiting } = now ?? { all: 0, waiting: 0 };
    this.most.all = Math.max(this.most.all, all);
    this.most.waiting = Math.max(this.most.waiting, waiting);
    this.faults.limit('backends', all, INSTANCES * POOL_SIZE + MAX_FURTHER_BACKENDS, '');
    this.faults.limit('backends waiting for a lock', waiting, INSTANCES * MAX_WAITING_BACKENDS, '');
    if (this.stopped === undefined) {
      this.faults.limit('111 of the locked account', this.slowestLockedMs, MAX_ANSWER_MS, 'ms');
    }
  }
}
