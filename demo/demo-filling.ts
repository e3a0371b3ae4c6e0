import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { soukJson, type CommandTarget } from '../test/support/command-line.js';
import { DAYS, plannedDays, SOLD, type PlannedOrder } from './demo-plan.js';
import type { Span } from './month.sql.js';

const CATALOG = fileURLToPath(new URL('../examples/demo-shop/catalog.json', import.meta.url));
const SUPPLIER = 'gulf-cards';
/** Of the supplier, what our product is bought as; it delivers by hand, since codes of our own stock would be held back as repeated. */
const BOUGHT = 1038;

const RESELLERS = [
  { name: 'Anadolu Oyun', email: 'siparis@anadolu-oyun.example', group: 'Gold', deposit: '2500' },
  { name: 'Dammam Cards', email: 'orders@dammam.example', group: 'Silver', deposit: '1500' },
  { name: 'Berlin Gaming', email: 'einkauf@berlin.example', group: undefined, deposit: '1500' },
] as const;
const PERCENTAGES = { Gold: '-10', Silver: '-4' } as const;
/** What the last of them is left with, which is too little. */
const LOW_BALANCE = 6.4;

/** Codes are sold from these; the last one runs low. */
const STOCKS = [
  { name: 'steam-10', product: 1134, codes: 200, warnBelow: 20, cost: '8.4' },
  { name: 'psn-10', product: 1263, codes: 44, warnBelow: 40, cost: '8.1' },
];
const COSTS = { 1001: '0.72', 1002: '3.65' } as const;

/** Suppliers are asked again each half minute; a busy machine takes several. */
const TRIES = 600;
const PAUSE_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Fills a new shop through its commands and its API, as an operator and resellers would. */
export class DemoFilling {
  private readonly tokens: string[] = [];
  private readonly ids: number[] = [];
  private readonly purchases: string[] = [];
  /** Of the account by which the shop buys from itself. */
  private supplierId = 0;

  private constructor(
    private readonly shop: CommandTarget,
    private readonly baseUrl: string,
    private readonly folder: string,
  ) {}

  /**
   * @param baseUrl where the shop answers, now and later: it is its own supplier
   * @returns when what was done, and when it is told to have been done
   */
  static async of(shop: CommandTarget, baseUrl: string): Promise<Span[]> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-demo-'));
    try {
      return await new DemoFilling(shop, baseUrl, folder).fill();
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  private async fill(): Promise<Span[]> {
    const began = new Date();
    await this.souk('catalog', 'import', CATALOG);
    await this.addResellers();
    await this.addStocks();
    await this.addSupplier();
    const marks = [began, await this.clock()];
    for (const day of plannedDays(RESELLERS.length)) {
      for (const order of day) await this.place(order);
      marks.push(await this.clock());
    }
    // Together, since each may take half a minute.
    for (const order of this.purchases) await this.bought(order);
    await this.finish();
    return spansOf(marks);
  }

  private souk<T>(...words: string[]): Promise<T> {
    return soukJson<T>(this.shop, ...words);
  }

  private async file(text: string): Promise<string> {
    const path = join(this.folder, randomUUID());
    await writeFile(path, text);
    return path;
  }

  /** No two days share a moment. */
  private async clock(): Promise<Date> {
    await wait(2);
    return new Date();
  }

  private async addResellers(): Promise<void> {
    for (const [group, percentage] of Object.entries(PERCENTAGES)) {
      await this.souk('group', 'create', group);
      await this.souk('price', 'set', '--group', group, '--all', `--percent=${percentage}`);
    }
    for (const { name, email, group, deposit } of RESELLERS) {
      const id = await this.addAccount(name, deposit, email);
      if (group !== undefined) await this.souk('group', 'assign', String(id), group);
      this.ids.push(id);
      this.tokens.push(await this.issue(id));
    }
  }

  private async addAccount(name: string, deposit: string, email: string): Promise<number> {
    const words = ['account', 'create', name, '--email', email];
    const { id } = await this.souk<{ id: number }>(...words);
    await this.souk('balance', 'deposit', String(id), deposit, '--note', 'Bank transfer');
    return id;
  }

  private async issue(id: number): Promise<string> {
    const words = ['token', 'issue', String(id), '--label', 'bot'];
    return (await this.souk<{ token: string }>(...words)).token;
  }

  private async addStocks(): Promise<void> {
    for (const { name, product, codes, warnBelow, cost } of STOCKS) {
      const lines = Array.from({ length: codes }, () => randomUUID().toUpperCase());
      await this.souk('codes', 'import', name, await this.file(lines.join('\n')), '--cost', cost);
      await this.souk('codes', 'warn', name, String(warnBelow));
      await this.souk('delivery', 'set', String(product), '--by', `codes stock=${name}`);
    }
    for (const [product, cost] of Object.entries(COSTS)) {
      await this.souk('cost', 'set', product, cost);
    }
  }

  /** The shop itself, by an account of its own, so that nothing else has to run. */
  private async addSupplier(): Promise<void> {
    const us = 'Gulf Cards (as our supplier)';
    this.supplierId = await this.addAccount(us, '200', 'us@gulf.example');
    const token = await this.file(await this.issue(this.supplierId));
    const words = ['supplier', 'add', SUPPLIER, this.baseUrl, '--token-file', token];
    await this.souk(...words, '--low-balance', '50');
    for (const { product, by } of SOLD) {
      const step = `upstream supplier=${SUPPLIER} product=${BOUGHT}`;
      if (by === 'supplier') await this.souk('delivery', 'set', String(product), '--by', step);
    }
  }

  private async place({ reseller, sold, end }: PlannedOrder): Promise<void> {
    const { product, fields, by } = sold;
    const parameters = new URLSearchParams({ ...fields, qty: '1', order_uuid: randomUUID() });
    const response = await fetch(
      `${this.baseUrl}/client/api/newOrder/${product}/params?${parameters.toString()}`,
      { headers: { 'api-token': this.tokens[reseller] ?? '' } },
    );
    const { data } = (await response.json()) as { data?: { order_id: string } };
    if (!data) throw new Error(`an order of the product ${product} was refused`);
    if (by === 'hand' && end === 'accept') await this.souk('order', 'accept', data.order_id);
    if (by === 'hand' && end === 'reject') {
      const reason = 'The player ID was not found.';
      await this.souk('order', 'reject', data.order_id, '--reason', reason);
    }
    if (by === 'supplier') this.purchases.push(data.order_id);
  }

  /** Delivers what has arrived at the supplier, until a purchase has come to its end. */
  private async bought(order: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      const there = ['order', 'list', '--status', 'wait', '--account', String(this.supplierId)];
      for (const { order_id: id } of await this.souk<{ order_id: string }[]>(...there)) {
        await this.souk('order', 'accept', id);
      }
      const { status } = await this.souk<{ status: string }>('order', 'show', order);
      if (status !== 'wait') return;
      await wait(PAUSE_MS);
    }
    throw new Error(`the order ${order} did not come to its end within ten minutes`);
  }

  /** The last reseller has little left, and asks for more than that. */
  private async finish(): Promise<void> {
    const id = String(this.ids.at(-1));
    const { balance } = await this.souk<{ balance: string }>('balance', 'show', id);
    const amount = (LOW_BALANCE - Number(balance)).toFixed(2);
    const reason = 'Paid back at the wish of the reseller.';
    await this.souk('balance', 'adjust', id, amount, '--reason', reason);
    await fetch(
      `${this.baseUrl}/client/api/newOrder/1134/params?qty=1&order_uuid=${randomUUID()}`,
      { headers: { 'api-token': this.tokens.at(-1) ?? '' } },
    );
  }
}

/** Each day from nine to nine, but for today, which ends some minutes ago. @param marks the begin of the filling and the ends of its parts */
function spansOf(marks: readonly Date[]): Span[] {
  const now = Date.now();
  const morning = new Date(now).setUTCHours(9, 0, 0, 0);
  return marks.slice(1).flatMap((to, part): Span[] => {
    const from = marks[part];
    if (!from) return [];
    const day = morning - (DAYS - part) * DAY_MS;
    const isLast = part === marks.length - 2;
    const [begin, end] = isLast
      ? [now - 3 * HOUR_MS, now - 5 * MINUTE_MS]
      : [day, day + 12 * HOUR_MS];
    return [{ was: [from, to], is: [new Date(begin), new Date(end)] }];
  });
}
