import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../../../src/upkeep/doctor/finding.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { addressOf } from '../../chaos/server.js';
import { CHAOS_SETTINGS, chaosShop, type ChaosShop } from '../../chaos/shop/chaos-shop.js';
import { deliveredOrders } from '../../chaos/shop/codes.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import { WatchedServer } from '../../scale/watched-server.js';
import { Attacker } from '../../siege/attacker.js';
import type { SupplyFigures } from '../../siege/attacks/supply.js';
import { inFigures, mebibytes } from '../../siege/figures.js';
import { BOUGHT } from '../../siege/hostile/hostile-catalog.js';
import { BOUNDS } from '../../siege/scenario.js';
import { soukJson } from '../../support/command-line.js';
import { Faults } from '../../support/faults.js';
import { HttpClient } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { createTestDatabase } from '../../support/test-database.js';
import { boughtOrders, orderFault, waitsInVain } from '../bought-orders.js';
import { HALTED } from '../instances.js';
import { OrderLoad } from '../order-load.js';
import type { Drill } from '../scenario.js';

const SUPPLIER = 'hostile';
const ACCOUNTS = 4;
const INSTANCES = 2;
/** Orders in a second that are bought from the supplier, by an account of their own. */
const BOUGHT_PER_SECOND = 4;
/** How often the catalog of the supplier is made due; a server looks every half a minute. */
const SYNC_MS = 5_000;
/** No order of others takes longer, which the servers answer 111 after at most ten seconds. */
const SLOWEST_ORDER_MS = 10_000;
const MEBIBYTE = 2 ** 20;
/** What the supplier delivers need not be a code, and its catalog changes prices. */
const OF_THE_SUPPLIER = ['codes', 'catalog price'];

/** A supplier that answers everything that it can think of. */
export const hostileSupplier: Drill = {
  title: 'a supplier that answers everything that it can think of',
  run: async (random, { minutes, rate }, say) => {
    const closing: (() => unknown)[] = [];
    try {
      const beset = await Beset.start(closing, random, say);
      return await beset.during(minutes * 60_000, rate);
    } finally {
      for (const close of closing.reverse()) await close();
    }
  },
};

/** Two instances, and the supplier of some of their products. */
class Beset {
  private readonly faults = new Faults();
  private readonly settings: Record<string, string>;

  private constructor(
    private readonly shop: ChaosShop,
    private readonly supplier: Attacker<'supply'>,
    private readonly servers: readonly WatchedServer[],
    private readonly random: Random,
    private readonly say: (line: string) => void,
  ) {
    this.settings = { ...CHAOS_SETTINGS, ...addressOf(shop.db) };
  }

  static async start(
    closing: (() => unknown)[],
    random: Random,
    say: (line: string) => void,
  ): Promise<Beset> {
    const db = await createTestDatabase();
    closing.push(() => db.drop());
    const shop = await chaosShop(db, ACCOUNTS);
    const supplier = await Attacker.start('supply', 0, { seed: random.between(0, 2 ** 31) });
    closing.push(() => supplier.stop());
    const servers: WatchedServer[] = [];
    closing.push(() => Promise.all(servers.map((server) => server.stop('SIGKILL'))));
    const settings = { ...CHAOS_SETTINGS, ...addressOf(db), SENTINEL_INTERVAL: '2' };
    while (servers.length < INSTANCES) servers.push(await WatchedServer.start(settings));
    return new Beset(shop, supplier, servers, random, say);
  }

  async during(milliseconds: number, rate: number): Promise<Findings> {
    const { servers, random, shop } = this;
    const products = await this.products();
    const load = new OrderLoad(shop, this.urls, random.fork());
    for (const server of servers) await server.forgetPeak();
    const idle = await Promise.all(servers.map((server) => server.residentBytes()));
    const ports = this.urls.map((url) => Number(new URL(url).port));
    const probes = await Promise.all(ports.map((port) => Attacker.start('probe', port, undefined)));
    load.start(rate);
    await this.buy(load, products, milliseconds);
    await load.stop();
    const others = load.book.orders.filter(({ account }) => account > 0);
    this.add(
      await deliveriesEnded(
        shop.db,
        others.map(({ uuid }) => uuid),
      ),
    );
    this.say('the deliveries of others have ended');
    const probed = await Promise.all(probes.map((probe) => probe.stop()));
    const peaks = await Promise.all(servers.map((server) => server.peakBytes()));
    await this.reads();
    for (const { id } of await shop.db.query<{ id: number }>(HALTED))
      this.faults.add('orders of an account were halted', String(id));
    await load.readBooks();
    load.close();
    const seen = judgedFaults(shop.recorder, { leaveOut: OF_THE_SUPPLIER });
    this.add(seen.faults);
    const codes = await Promise.all(servers.map((server) => server.stop()));
    if (codes.some((code) => code !== 0)) this.faults.add('a server did not stop', codes.join());
    const supplied = await this.supplier.stop();

    const gap = Math.max(...probed.map(({ longestGapMs }) => longestGapMs));
    const failed = probed.reduce((sum, one) => sum + one.failed, 0);
    this.faults.limit('the gap between two pings', gap, BOUNDS.longestGapMs, 'ms');
    if (failed > 0) this.faults.add('pings had no answer', String(failed));
    this.faults.limit('an order of another', load.slowestMs, SLOWEST_ORDER_MS, 'ms');
    for (const peak of peaks)
      this.faults.limit('resident memory', peak / MEBIBYTE, BOUNDS.residentMebibytes, 'MiB');
    const judged = await this.judge(load, supplied);
    const resident = `${idle.map(mebibytes).join(' and ')} → ${peaks.map(mebibytes).join(' and ')} resident`;
    const slowest = `${others.length} orders of others at ${rate} a second, the slowest answered after ${(load.slowestMs / 1000).toFixed(1)} s; ping gap ${gap.toFixed(0)} ms`;
    const did = `${judged}; ${slowest}; clients heard ${inFigures(load.book.tally)}; ${seen.told}; ${resident}`;
    return { did, faults: this.faults.list };
  }

  private get urls(): string[] {
    return this.servers.map(({ baseUrl }) => baseUrl);
  }

  /** Makes the supplier known. @returns paths of orders that are bought there */
  private async products(): Promise<readonly (() => string)[]> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-hostile-'));
    const token = join(folder, 'token');
    await writeFile(token, 'secret');
    const [url] = await this.supplier.heard(1);
    const limits = ['--max-concurrent', '16', '--time-out', '5'];
    await this.souk('supplier', 'add', SUPPLIER, String(url), '--token-file', token, ...limits);
    await this.souk('supplier', 'sync', SUPPLIER, '--every', '1', '--markup', '100');
    await rm(folder, { recursive: true });
    const settings = { supplier: SUPPLIER, product: BOUGHT };
    const bought = { handler: 'upstream', settings };
    const next = { handler: 'chaos-job', settings: { ending: 'accepted' } };
    const row = { price: '2', type: 'package', fields: ['playerId'] } as const;
    const rows = new ShopRows(this.shop.db);
    const single = await rows.product({ ...row, fulfillment: [bought] });
    const many = await rows.product({
      ...row,
      quantityValues: { min: '1', max: '60' },
      fulfillment: [bought],
    });
    const elsewhere = await rows.product({ ...row, fulfillment: [bought, next] });
    let number = 0;
    const path = (product: number): string => `${product}/params?playerId=${++number}`;
    return [
      () => path(single),
      () => `${path(many)}&qty=${this.random.between(1, 60)}`,
      () => path(elsewhere),
    ];
  }

  /** Orders what is bought, and what the supplier's catalog has brought. */
  private async buy(
    load: OrderLoad,
    products: readonly (() => string)[],
    milliseconds: number,
  ): Promise<void> {
    const settling: Promise<void>[] = [];
    let listed: readonly { readonly id: number }[] = [];
    const buying = setInterval(() => {
      const one = listed.length > 0 && this.random.chance(0.25) && this.random.pick(listed).id;
      const path = one ? `${one}/params?playerId=1` : this.random.pick(products)();
      settling.push(load.settleSoon(load.book.add(0, path)));
    }, 1000 / BOUGHT_PER_SECOND);
    const end = Date.now() + milliseconds;
    while (Date.now() < end) {
      await this.shop.db.query(MAKE_DUE);
      await this.shop.db.query(ARE_CODES);
      listed = await this.shop.db.query(LISTED);
      await sleep(Math.min(SYNC_MS, Math.max(0, end - Date.now())));
    }
    clearInterval(buying);
    await Promise.all(settling);
    this.say(`${settling.length} orders for the supplier, ${listed.length} products listed`);
  }

  /** What resellers read of the catalog must still be there. */
  private async reads(): Promise<void> {
    const token = this.shop.accounts[1]?.token ?? '';
    for (const url of this.urls) {
      const client = new HttpClient(url);
      for (const route of ['products', 'catalog', 'profile', 'orders']) {
        const { status, json } = await client.send(`/client/api/${route}`, { token });
        if (status !== 200 || json === undefined) this.faults.add(`${route} is ${status}`);
      }
      client.close();
    }
    for (const { price } of await this.shop.db.query<{ price: string }>(ODD_PRICES))
      this.faults.add('a product has an odd price', price);
  }

  /** @returns in words what became of the orders */
  private async judge(load: OrderLoad, { book, asked, trapped }: SupplyFigures): Promise<string> {
    const { db } = this.shop;
    if (trapped > 0) this.faults.add('a redirect was followed', String(trapped));
    const orders = await boughtOrders(db);
    const states: Record<string, number> = {};
    const notes: Record<string, number> = {};
    let inVain = 0;
    for (const order of orders) {
      states[order.status] = (states[order.status] ?? 0) + 1;
      if (order.status === 'wait') {
        const note = order.note.replaceAll(/T_\d+|\d+/g, '#').slice(0, 60);
        notes[note] = (notes[note] ?? 0) + 1;
      }
      const said = order.key === null ? [] : (book.get(order.key) ?? []);
      if (waitsInVain(order, said)) inVain += 1;
      const fault = orderFault(order, said);
      if (fault !== undefined)
        this.faults.add(`an order ${fault}`, JSON.stringify({ order, said: said.slice(0, 30) }));
    }
    this.say(`of those that wait: ${JSON.stringify(notes)}`);
    this.add(await sweep(this.shop, load.book, isCode));
    const findings = await soukJson<Finding[]>(this.settings, 'doctor').catch((error: unknown) => {
      this.faults.add('doctor failed', String(error));
      return [];
    });
    for (const { check, verdict, message } of findings) {
      if (verdict !== 'ok') this.say(`doctor: ${check}: ${verdict}: ${message.slice(0, 200)}`);
      if (verdict === 'fail') this.faults.add(`doctor fails: ${check}`, message);
    }
    const held = orders.filter(({ isHeld }) => isHeld);
    const twice = codesTwice(await deliveredOrders(db));
    const [supplier] = await db.query<{ error: string }>(SYNC_ERROR, [SUPPLIER]);
    this.say(`the last sync: ${supplier?.error ?? ''}`);
    return `${orders.length} orders bought by ${inFigures(asked)}: ${inFigures(states)}; ${inVain} wait although an answer had ended them; ${held.length} were held back, since the supplier had given their code or its order to another one; ${twice} codes went to two orders`;
  }

  private souk(...words: string[]): Promise<unknown> {
    return soukJson(this.settings, ...words);
  }

  private add(faults: readonly string[]): void {
    for (const fault of faults) this.faults.add(fault);
  }
}

/** Codes of several orders; other texts that the supplier repeats are none. */
function codesTwice(orders: readonly { readonly codes: readonly string[] }[]): number {
  const counts = new Map<string, number>();
  for (const code of orders.flatMap(({ codes }) => [...new Set(codes)]).filter(isCode))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1).length;
}

const isCode = (text: string): boolean => /^CODE-\d{8}$/.test(text);

const MAKE_DUE = `UPDATE suppliers SET synced_at = now() - interval '1 day', probed_at = NULL`;
/** What is ordered is delivered as codes, which the supplier's may not look like. */
const ARE_CODES = 'UPDATE products SET delivers_codes = true WHERE delivers_codes IS NULL';
const LISTED = `
  SELECT product.id FROM supplier_products JOIN products product ON product.id = product_id
  WHERE deleted_at IS NULL AND available AND delivers_codes LIMIT 100`;
const ODD_PRICES = `
  SELECT price::text FROM products WHERE price < 0 OR price = 'NaN' OR price >= 1e18`;
const SYNC_ERROR = 'SELECT sync_error AS error FROM suppliers WHERE name = $1';
