import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosShop } from '../chaos/shop/chaos-shop.js';
import { OrderBook, type BookedOrder, type Outcome } from '../chaos/shop/order-book.js';
import { OrderClient } from '../chaos/shop/order-client.js';
import type { Random } from '../support/random.js';
import { sentAs, type OrderForm } from './order-forms.js';

/** Clients that order at once. */
const CALLERS = 12;
const RETRY_DELAY_MS = 100;

/** Which spellings new orders may have: those of both releases, or those of this one as well. */
export type Spellings = 'both' | 'later';

/** An order that was asked for. */
export interface FormedOrder {
  readonly order: BookedOrder;
  readonly form: OrderForm;
  readonly player: string;
  /** The spelling in which it was sent first. */
  readonly spelling: string;
  /** Whether it was sent while a form of this release alone was read. */
  readonly wereLaterRead: boolean;
  /** The answers that end a sending; all have to be the same. */
  readonly ends: Set<string>;
}

/**
 * Clients that write their orders in all forms, repeat each until it is answered, and then send it once more in another
 * spelling to another instance.
 */
export class FormClients {
  readonly book = new OrderBook();
  readonly formed: FormedOrder[] = [];
  private clients: readonly OrderClient[] = [];
  private sendings = 0;

  constructor(
    private readonly shop: ChaosShop,
    private readonly forms: readonly OrderForm[],
    private readonly random: Random,
  ) {}

  connect(baseUrls: readonly string[]): void {
    for (const client of this.clients) client.disconnect();
    this.clients = baseUrls.map((baseUrl) => {
      const client = new OrderClient(this.shop);
      client.connect(baseUrl);
      return client;
    });
  }

  /** Places so many orders. @param areLaterRead true while forms of this release are read */
  async place(count: number, spellings: Spellings, areLaterRead: boolean): Promise<void> {
    let left = count;
    await this.atOnce(async () => {
      while (left-- > 0) await this.placeOne(spellings, areLaterRead);
    });
  }

  /** Places orders until something is over, while no form of this release is read. */
  async placeDuring(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const ended = work.finally(() => (isOver = true));
    const placing = this.atOnce(async () => {
      while (!isOver) await this.placeOne('later', false);
    });
    await Promise.all([ended, placing]);
  }

  /** The orders that have been acknowledged. */
  get acknowledged(): FormedOrder[] {
    return this.formed.filter(({ order }) => order.acknowledged);
  }

  /** Sends each order once more, in one of the spellings that mean the same. */
  async replay(spellings: Spellings): Promise<number> {
    const orders = this.acknowledged;
    const left = [...orders];
    await this.atOnce(async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        await this.settle(next, this.random.pick(equivalents(next, spellings)));
      }
    });
    return orders.length;
  }

  /**
   * Sends orders that were placed in forms of this release to the release before, as they were sent first.
   * @returns how often which answer came; an order under the wrong id is noted in the book
   */
  async tryAsSent(): Promise<Readonly<Record<string, number>>> {
    const tally: Record<string, number> = {};
    const sent = this.acknowledged.filter(
      ({ form, spelling, wereLaterRead }) => wereLaterRead && form.later.includes(spelling),
    );
    for (const each of sent) {
      const answer = await this.answerTo(each, each.spelling);
      const name = answer.kind === 'order' ? 'order' : endOf(answer);
      tally[name] = (tally[name] ?? 0) + 1;
    }
    return tally;
  }

  /** Orders that were not answered alike each time, or not by an order although their form is read. */
  get faults(): string[] {
    return this.formed
      .filter(({ ends, form, spelling, wereLaterRead, order }) => {
        const isRead = wereLaterRead || form.both.includes(spelling);
        return ends.size !== 1 || (isRead && !order.acknowledged);
      })
      .map(({ spelling, ends }) => `"${spelling}" was answered ${[...ends].join(', then ')}`);
  }

  private async placeOne(spellings: Spellings, wereLaterRead: boolean): Promise<void> {
    const { random } = this;
    const form = random.pick(this.forms);
    const spelling = random.pick(spellings === 'later' ? [...form.both, ...form.later] : form.both);
    const order = this.book.add(random.between(0, this.shop.accounts.length - 1), spelling);
    const player = String(random.between(1, 1_000_000));
    const formed = { order, form, player, spelling, wereLaterRead, ends: new Set<string>() };
    this.formed.push(formed);
    await this.settle(formed, spelling);
    await this.settle(formed, random.pick(equivalents(formed, wereLaterRead ? 'later' : 'both')));
  }

  private async settle(formed: FormedOrder, spelling: string): Promise<void> {
    formed.ends.add(endOf(await this.answerTo(formed, spelling)));
  }

  /** The answer to an order that is sent to one instance after the other until one of them says more than 111. */
  private async answerTo({ order, form, player }: FormedOrder, spelling: string): Promise<Outcome> {
    for (;;) {
      const client = this.clients[this.sendings++ % this.clients.length];
      if (!client) throw new Error('there is no instance');
      const sent = sentAs(form, spelling, { key: order.uuid, player }, this.random);
      const outcome = await client.send(order, sent);
      const isOver = outcome.kind === 'order' || (outcome.kind === 'error' && outcome.code !== 111);
      if (isOver) return outcome;
      await sleep(RETRY_DELAY_MS);
    }
  }

  private async atOnce(work: () => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: CALLERS }, work));
  }
}

/**
 * The spellings that have to be answered as an order was. What was written in a form of this release while it was not read
 * meant something else, so it is the same order only as it was sent.
 */
function equivalents(
  { form, spelling, wereLaterRead }: FormedOrder,
  spellings: Spellings,
): readonly string[] {
  if (!wereLaterRead && !form.both.includes(spelling)) return [spelling];
  return spellings === 'later' ? [...form.both, ...form.later] : form.both;
}

function endOf(outcome: Outcome): string {
  if (outcome.kind === 'order') return outcome.orderId;
  return outcome.kind === 'error' ? String(outcome.code) : 'nothing';
}
