import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import type { Recorder } from '../recorder.js';
import type { ClientProgram } from './client-program.js';
import { drawWish, type Life, type OrderKey, type Trade, type TradingAccount } from './trade.js';
import { pickWeighted, type Weighted } from './weighted.js';

/** Between two actions of one reseller, at most. */
const LONGEST_PAUSE_MS = 160;
/** Longer than a server takes for any answer. */
const PATIENCE_MS = 25_000;
const IMPATIENCE_MS = { least: 30, most: 1_200 };
const API = '/client/api';
const CATALOG_ROUTES = [
  'products',
  'products-wrapped',
  'categories',
  'categories/all',
  'tree',
  'catalog',
];
const CHECKED_AT_ONCE = 5;
const PAGE = 20;

interface Page {
  readonly next?: string | null;
}

export interface ResellerSetting {
  readonly program: ClientProgram;
  readonly account: TradingAccount;
  readonly trade: Trade;
  readonly recorder: Recorder;
  /** True: gives up early and asks the other instance. */
  readonly isImpatient: boolean;
}

/** A program that orders, and reads all that a reseller can read. */
export class Reseller {
  /** ETags of what was read, by route. */
  private readonly tags = new Map<string, string>();

  constructor(
    private readonly setting: ResellerSetting,
    private readonly random: Random,
  ) {}

  async work(life: Readonly<Life>): Promise<void> {
    while (!life.over) {
      await pickWeighted(this.random, this.actions)();
      await sleep(this.random.between(0, LONGEST_PAUSE_MS));
    }
  }

  private readonly actions: Weighted<() => Promise<void>> = [
    [30, () => this.orderOnce()],
    [10, () => this.orderAtAll()],
    [9, () => this.orderAgain()],
    [4, () => this.orderOtherwise()],
    [2, () => this.orderTwoThings()],
    [3, () => this.seal()],
    [8, () => this.checkKeys()],
    [4, () => this.checkOrders()],
    [4, () => this.listOrders()],
    [8, () => this.read('profile')],
    [4, () => this.readPages(`statement?limit=${PAGE}`)],
    [4, () => this.readChanges()],
    [10, () => this.readCatalog()],
    [3, () => this.quote()],
    [0.3, () => this.rotate()],
  ];

  private async orderOnce(): Promise<void> {
    const key = this.newKey();
    const instance = this.drawInstance();
    const answer = await this.sendKey(key, instance);
    if (answer === undefined && this.random.chance(0.7)) await this.sendKey(key, instance + 1);
  }

  /** The same order at all instances at once. */
  private async orderAtAll(): Promise<void> {
    const key = this.newKey();
    const instances = Array.from({ length: this.setting.program.instances }, (_, index) => index);
    await Promise.all(instances.map((instance) => this.sendKey(key, instance)));
  }

  private async orderAgain(): Promise<void> {
    const key = this.knownKey();
    if (key) await this.sendKey(key, this.drawInstance());
  }

  /** Something else under a known key. */
  private async orderOtherwise(): Promise<void> {
    const key = this.knownKey();
    if (key) await this.sendKey(key, this.drawInstance(), key.path(this.drawWish()));
  }

  /** Two different orders under one new key at once. */
  private async orderTwoThings(): Promise<void> {
    const key = this.newKey();
    const instance = this.drawInstance();
    const other = key.path(this.drawWish());
    await Promise.all([this.sendKey(key, instance), this.sendKey(key, instance + 1, other)]);
  }

  /** Seals what is doubtful, or a new key while it is being ordered. */
  private async seal(): Promise<void> {
    const doubtful = this.drawDoubtful();
    const key = doubtful ?? this.newKey();
    const instance = this.drawInstance();
    const sent = doubtful ? undefined : this.sendKey(key, instance + 1);
    await this.ask(instance, `check?uuid=1&seal=1&orders=${key.uuid}`);
    await sent;
    await this.sendKey(key, this.drawInstance());
  }

  private async checkKeys(): Promise<void> {
    const keys = this.drawKeys();
    if (keys.length === 0) return;
    const details = this.random.chance(0.2) ? '&details=1' : '';
    await this.read(`check?uuid=1${details}&orders=[${keys.map(({ uuid }) => uuid).join()}]`);
  }

  private async checkOrders(): Promise<void> {
    const ids = this.drawKeys().flatMap(({ orderId }) => orderId ?? []);
    if (ids.length > 0) await this.read(`check?orders=[${ids.join()}]`);
  }

  private async listOrders(): Promise<void> {
    const key = this.random.chance(0.3) ? this.knownKey() : undefined;
    if (key) return this.read(`orders?order_uuid=${key.uuid}`);
    const status = this.random.pick(['', '', '&status=wait', '&status=accept', '&status=reject']);
    return this.readPages(`orders?limit=${PAGE}${status}`);
  }

  /** One page, and sometimes the next one. */
  private async readPages(route: string): Promise<void> {
    const answer = await this.ask(this.drawInstance(), route);
    const { next } = (answer?.json ?? {}) as Page;
    if (typeof next !== 'string' || this.random.chance(0.7)) return;
    await this.read(`${route}&cursor=${encodeURIComponent(next)}`);
  }

  private async readChanges(): Promise<void> {
    const { cursor } = this.setting.account;
    const since = cursor === undefined ? '' : `?since=${encodeURIComponent(cursor)}`;
    const answer = await this.ask(this.drawInstance(), `changes${since}`);
    const next = ((answer?.json ?? {}) as { readonly cursor?: string }).cursor;
    if (next !== undefined) this.setting.account.cursor = next;
  }

  /** Sometimes only what has changed since it was last read. */
  private async readCatalog(): Promise<void> {
    const route = this.drawCatalogRoute();
    const known = this.random.chance(0.3) ? this.tags.get(route) : undefined;
    const headers = known === undefined ? {} : { 'If-None-Match': known };
    const answer = await this.ask(this.drawInstance(), route, headers);
    const tag = answer?.status === 200 ? answer.headers.etag : undefined;
    if (tag !== undefined) this.tags.set(route, tag);
  }

  private drawCatalogRoute(): string {
    const { products, categories } = this.setting.trade;
    if (this.random.chance(0.4)) return `products?products_id=${this.random.pick(products).id}`;
    if (this.random.chance(0.2)) return `content/${this.random.pick(categories)}`;
    return this.random.pick(CATALOG_ROUTES);
  }

  private quote(): Promise<void> {
    const { product, player, quantity } = this.drawWish();
    return this.read(`quote/${product.id}/params?playerId=${player}&qty=${quantity}`);
  }

  /** Replaces a token by a successor. */
  private async rotate(): Promise<void> {
    const { tokens, id } = this.setting.account;
    if (tokens.length === 0) return;
    const { token, familyId } = this.random.pick(tokens);
    const ask = { method: 'POST', token };
    const path = `${API}/tokens/rotate`;
    const answer = await this.setting.program.ask(
      this.drawInstance(),
      path,
      ask,
      this.patienceMs(),
    );
    const successor = ((answer?.json ?? {}) as { readonly token?: string }).token;
    if (successor === undefined) return;
    this.setting.recorder.own(successor, { accountId: id, tokenId: familyId });
    tokens.push({ token: successor, familyId });
  }

  private async sendKey(
    key: OrderKey,
    instance: number,
    path = key.path(),
  ): Promise<Answer | undefined> {
    const token = this.setting.account.drawToken(this.random);
    const answer = await this.setting.program.ask(instance, path, { token }, this.patienceMs());
    this.setting.account.hear(key, answer);
    return answer;
  }

  private async read(route: string): Promise<void> {
    await this.ask(this.drawInstance(), route);
  }

  private ask(
    instance: number,
    route: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer | undefined> {
    const token = this.setting.account.drawToken(this.random);
    return this.setting.program.ask(
      instance,
      `${API}/${route}`,
      { token, headers },
      this.patienceMs(),
    );
  }

  private newKey(): OrderKey {
    return this.setting.account.newKey(this.drawWish());
  }

  private drawWish() {
    return drawWish(this.random, this.random.pick(this.setting.trade.products));
  }

  /** Rather one that is doubtful. */
  private knownKey(): OrderKey | undefined {
    const doubtful = this.random.chance(0.5) ? this.drawDoubtful() : undefined;
    if (doubtful) return doubtful;
    return this.setting.account.keys.length > 0
      ? this.random.pick(this.setting.account.keys)
      : undefined;
  }

  private drawDoubtful(): OrderKey | undefined {
    const doubtful = [...this.setting.account.doubtful.values()];
    return doubtful.length > 0 ? this.random.pick(doubtful) : undefined;
  }

  private drawKeys(): OrderKey[] {
    const count = this.random.between(1, CHECKED_AT_ONCE);
    const keys = Array.from({ length: count }, () => this.knownKey());
    return [...new Set(keys.filter((key) => key !== undefined))];
  }

  private drawInstance(): number {
    return this.setting.program.draw(this.random);
  }

  private patienceMs(): number {
    const { least, most } = IMPATIENCE_MS;
    return this.setting.isImpatient ? this.random.between(least, most) : PATIENCE_MS;
  }
}
