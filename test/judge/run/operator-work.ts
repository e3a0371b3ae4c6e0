import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../support/random.js';
import type { Recorder } from '../recorder.js';
import type { AdminRequest, Operator } from './operator.js';
import type { Life, SoldProduct, Trade, TradingAccount } from './trade.js';
import { pickWeighted, type Weighted } from './weighted.js';

const LONGEST_PAUSE_MS = 300;
/** How long something stays hidden, switched off or at another price for one account. */
const LONGEST_WHILE_MS = 1_500;
const LISTED = 10;
const MAX_TOKENS = 3;
/** The stock that is sold, and how many codes it gets at a time. */
export const STOCK = 'judged';
const NEW_CODES = 40;
/** What the extension can do, too, and which part of it. */
const ACTED = /^(orders\/ID_|accounts\/)\w+\/(accept|reject|codes|reversals|deposits|adjustments)$/;
const BY_EXTENSION = 0.4;
/** May do all that the judge's clients do. */
export const TOKEN_SCOPES = ['catalog', 'orders', 'books', 'rotate'];

interface ListedOrders {
  readonly items?: readonly { readonly order_id: string; readonly status: string }[];
}

export interface IssuedToken {
  readonly id: number;
  readonly token: string;
}

/** Issues a token of an account, which its clients use from now on. */
export async function issueToken(
  operator: Operator,
  account: TradingAccount,
  recorder: Recorder,
  dailyCap: string | null = null,
): Promise<string> {
  const body = { label: 'judged', scopes: TOKEN_SCOPES, daily_cap: dailyCap };
  const path = `accounts/${account.id}/tokens`;
  const { id, token } = await operator.demand<IssuedToken>({ method: 'POST', path, body });
  const owner = { accountId: account.id, tokenId: id };
  recorder.own(token, { ...owner, ...(dailyCap !== null && { dailyCap }) });
  account.tokens.push({ token, familyId: id });
  return token;
}

/** What an operator does all day. */
export class OperatorWork {
  private static pricings = 0;

  constructor(
    private readonly operator: Operator,
    private readonly trade: Trade,
    private readonly recorder: Recorder,
    private readonly random: Random,
    private readonly hasExtension: boolean,
  ) {}

  async work(life: Readonly<Life>): Promise<void> {
    while (!life.over) {
      await pickWeighted(this.random, this.actions)();
      await sleep(this.random.between(0, LONGEST_PAUSE_MS));
    }
  }

  private readonly actions: Weighted<() => Promise<void>> = [
    [20, () => this.decide()],
    [8, () => this.decideSeveral()],
    [6, () => this.addToOrder()],
    [10, () => this.payBack()],
    [12, () => this.setPrice()],
    [3, () => this.priceForOne()],
    [4, () => this.switchOff()],
    [4, () => this.hide()],
    [4, () => this.suspend()],
    [14, () => this.deposit()],
    [6, () => this.adjust()],
    [3, () => this.setCreditLimit()],
    [4, () => this.replaceToken()],
    [4, () => this.setCap()],
    [2, () => this.addCodes()],
  ];

  private async decide(): Promise<void> {
    const [id] = await this.listed('wait');
    if (id === undefined) return;
    if (this.random.chance(0.4)) {
      await this.once(`orders/${id}/reject`, { reason: 'judged' });
    } else {
      const codes = this.random.chance(0.5) ? { codes: [`BY-HAND-${randomUUID()}`] } : {};
      await this.once(`orders/${id}/accept`, codes);
    }
  }

  private async decideSeveral(): Promise<void> {
    const ids = await this.listed('wait');
    if (ids.length === 0) return;
    const kind = this.random.pick(['accept', 'accept row by row', 'reject']);
    if (kind === 'reject') {
      await this.once('orders/reject', { order_ids: ids, reason: 'judged' });
    } else if (kind === 'accept') await this.once('orders/accept', { order_ids: ids });
    else {
      const items = ids.map((id) => ({ order_id: id, ...this.drawDelivery() }));
      await this.once('orders/accept', { items });
    }
  }

  /** What one of several orders gets. */
  private drawDelivery(): object {
    return this.random.pick([
      { codes: [`BY-HAND-${randomUUID()}`] },
      { stock: STOCK },
      { without_codes: true },
    ]);
  }

  /** It is refused for what was paid back, and for more codes than were ordered. */
  private async addToOrder(): Promise<void> {
    const [id] = await this.listed('accept');
    if (id === undefined) return;
    await this.once(`orders/${id}/codes`, { codes: [`LATER-${randomUUID()}`] });
  }

  /** In parts, or all that is left. */
  private async payBack(): Promise<void> {
    const ids = await this.listed('accept');
    if (ids.length === 0) return;
    const amount = this.random.chance(0.3)
      ? { all: true }
      : { amount: this.random.pick(['0.1', '0.25', '0.5', '1']) };
    const reference = this.random.chance(0.5) ? { reference: `back-${randomUUID()}` } : {};
    const path = `orders/${this.random.pick(ids)}/reversals`;
    await this.once(path, { ...amount, reason: 'judged', ...reference });
  }

  private async setPrice(): Promise<void> {
    const product = this.product();
    const price = this.drawPrice();
    const path = `products/${product.id}/price`;
    await this.operator.ask({ method: 'PUT', path, body: { price } });
    product.price = Number(price);
  }

  /** A price of one account alone, for a while. */
  private async priceForOne(): Promise<void> {
    const [account, product] = [this.account(), this.product()];
    const target = { account_id: account.id, product_id: product.id };
    const body = { ...target, fixed_price: this.drawPrice() };
    await this.operator.ask({ method: 'PUT', path: 'price-rules', body });
    await this.while();
    await this.operator.ask({ method: 'DELETE', path: `price-rules?${queryOf(target)}` });
  }

  private async switchOff(): Promise<void> {
    const path = `products/${this.product().id}`;
    await this.operator.ask({ method: 'PATCH', path, body: { available: false } });
    await this.while();
    await this.operator.ask({ method: 'PATCH', path, body: { available: true } });
  }

  /** From one account, or from everyone. */
  private async hide(): Promise<void> {
    const audience = this.random.chance(0.5) ? { account_id: this.account().id } : {};
    const target = { ...audience, product_id: this.product().id };
    const body = { ...target, visible: false };
    await this.operator.ask({ method: 'PUT', path: 'visibility-rules', body });
    await this.while();
    const back: AdminRequest = this.random.chance(0.5)
      ? { method: 'PUT', path: 'visibility-rules', body: { ...target, visible: true } }
      : { method: 'DELETE', path: `visibility-rules?${queryOf(target)}` };
    await this.operator.ask(back);
  }

  /** New orders of an account, or all that it asks. */
  private async suspend(): Promise<void> {
    const path = `accounts/${this.account().id}`;
    const body = { orders_only: this.random.chance(0.7) };
    await this.operator.ask({ method: 'POST', path: `${path}/suspend`, body });
    await this.while();
    await this.operator.ask({ method: 'POST', path: `${path}/resume` });
  }

  private async deposit(): Promise<void> {
    const amount = `${this.random.between(1, 40)}.${this.random.between(0, 99)}`;
    const reference = this.random.chance(0.5) ? { reference: `in-${randomUUID()}` } : {};
    await this.once(`accounts/${this.account().id}/deposits`, { amount, ...reference });
  }

  private async adjust(): Promise<void> {
    const amount = `${this.random.pick(['', '-'])}${this.random.between(0, 9)}.5`;
    await this.once(`accounts/${this.account().id}/adjustments`, { amount, reason: 'judged' });
  }

  private async setCreditLimit(): Promise<void> {
    const body = { credit_limit: String(this.random.between(0, 20)) };
    const path = `accounts/${this.account().id}/credit-limit`;
    await this.operator.ask({ method: 'PUT', path, body });
  }

  /** A new token; then the oldest one ends, if there are enough. */
  private async replaceToken(): Promise<void> {
    const account = this.account();
    const cap = this.random.chance(0.2) ? String(this.random.between(20, 300)) : null;
    await issueToken(this.operator, account, this.recorder, cap);
    const families = [...new Set(account.tokens.map(({ familyId }) => familyId))];
    const [oldest] = families;
    if (oldest === undefined || families.length <= MAX_TOKENS) return;
    await this.operator.ask({ method: 'POST', path: `tokens/${oldest}/revoke` });
    account.end(oldest);
  }

  private async setCap(): Promise<void> {
    const { tokens } = this.account();
    if (tokens.length === 0) return;
    const cap = this.random.chance(0.6) ? null : String(this.random.between(50, 900));
    const path = `tokens/${this.random.pick(tokens).familyId}`;
    await this.operator.ask({ method: 'PATCH', path, body: { daily_cap: cap } });
  }

  private async addCodes(): Promise<void> {
    const codes = Array.from({ length: NEW_CODES }, () => `STOCKED-${randomUUID()}`);
    await this.once(`stocks/${STOCK}/codes`, { codes });
  }

  /** Ids of some of the oldest or newest orders in a state. */
  private async listed(status: string): Promise<string[]> {
    const sort = status === 'wait' ? 'oldest' : 'newest';
    const path = `orders?status=${status}&sort=${sort}&limit=${LISTED}`;
    const { items = [] } = (await this.operator.ask({ method: 'GET', path })).json as ListedOrders;
    const ids = items.map(({ order_id: id }) => id);
    return ids.filter(() => this.random.chance(0.6));
  }

  private once(path: string, body: object) {
    const byExtension = ACTED.test(path) && this.hasExtension && this.random.chance(BY_EXTENSION);
    return this.operator.ask({ method: 'POST', path, body, once: true, byExtension });
  }

  /** No two are equal, so that each read tells which one it saw. */
  private drawPrice(): string {
    const number = String((OperatorWork.pricings += 1)).padStart(6, '0');
    return `${this.random.between(0, 2)}.${this.random.between(10, 99)}${number}`;
  }

  private while(): Promise<void> {
    return sleep(this.random.between(50, LONGEST_WHILE_MS));
  }

  private account(): TradingAccount {
    return this.random.pick(this.trade.accounts);
  }

  private product(): SoldProduct {
    return this.random.pick(this.trade.products);
  }
}

function queryOf(target: object): string {
  return Object.entries(target)
    .map(([name, id]) => `${name}=${String(id)}`)
    .join('&');
}
