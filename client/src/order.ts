import { UnknownOutcomeError } from './errors.js';
import { canBeOrderOf, orderQuery, type OrderRequest } from './order-request.js';
import { checkedOrder, orderResult, placedOrder, type OrderResult } from './order-result.js';
import type { Failure, Reply } from './reply.js';
import { verdictOf } from './retry-table.js';
import type { Shop } from './shop.js';
import type { Query, Success } from './types.js';

export interface OrderOptions {
  /**
   * The order key; without one, a UUID is made. One that is given may have been sent before, by a process that has
   * ended: so an order goes on under its key. A key belongs to one order for ever: never give it to another request.
   * Where newOrder is not answered, an order of another product with the same quantity and fields is taken for this one.
   */
  readonly uuid?: string;
  /** True promises that the given `uuid` has never been sent. */
  readonly isNew?: boolean;
  /** Is awaited before anything is sent. Store the key here: with it, the order survives a crash. */
  readonly onKey?: (uuid: string) => void | Promise<void>;
  /** For sending the order; what is not known then is sealed. 2 minutes if absent. */
  readonly deadlineMs?: number;
  /** For sealing. 2 minutes if absent. */
  readonly sealDeadlineMs?: number;
  /** False never seals: what is not known at the deadline is an UnknownOutcomeError. */
  readonly seal?: boolean;
  /** Stops at once, by an UnknownOutcomeError if anything was sent. */
  readonly signal?: AbortSignal;
}

const DEADLINE_MS = 120_000;

/**
 * Orders once: sends the very same request by the table of docs/api.md until its outcome is known, and seals the key
 * where it would not become known otherwise.
 * @throws UnknownOutcomeError, which holds the key
 */
export async function placeOrder(
  shop: Shop,
  request: OrderRequest,
  options: OrderOptions,
): Promise<OrderResult> {
  const uuid = options.uuid ?? crypto.randomUUID();
  const attempt = new OrderAttempt(shop, request, uuid, options);
  await options.onKey?.(uuid);
  options.signal?.throwIfAborted();
  return attempt.run();
}

class OrderAttempt {
  private readonly path: string;
  private readonly query: Query<'newOrder'>;
  /** Whether a request under the key may have ordered, or may still do so when it arrives late. */
  private isUncertain: boolean;
  private last: Failure | undefined;

  constructor(
    private readonly shop: Shop,
    private readonly request: OrderRequest,
    private readonly uuid: string,
    private readonly options: OrderOptions,
  ) {
    this.path = `newOrder/${request.productId}/params`;
    this.query = orderQuery(request, uuid);
    this.isUncertain = options.uuid !== undefined && options.isNew !== true;
  }

  async run(): Promise<OrderResult> {
    const { signal, deadlineMs = DEADLINE_MS } = this.options;
    try {
      const reply = await this.shop.insist(() => this.send(), { signal, deadlineMs });
      return await this.concluded(reply);
    } catch (error) {
      if (!signal?.aborted) throw error;
      throw new UnknownOutcomeError(this.uuid, this.last, { cause: error });
    }
  }

  private async send(): Promise<Reply<Success<'newOrder'>>> {
    const reply = await this.shop.ask<'newOrder'>({
      path: this.path,
      query: this.query,
      keys: ['data'],
      itemKeys: ['order_id', 'status', 'price', 'data'],
      signal: this.options.signal,
    });
    if (reply.kind !== 'ok') this.last = reply;
    if (mayHaveOrdered(reply)) this.isUncertain = true;
    return reply;
  }

  private async concluded(reply: Reply<Success<'newOrder'>>): Promise<OrderResult> {
    const { uuid } = this;
    if (reply.kind === 'ok') return orderResult(uuid, placedOrder(reply.body.data));
    const verdict = verdictOf(reply);
    if (verdict === 'sealed') return { kind: 'sealed', uuid, last: reply };
    if (verdict === 'taken') return { kind: 'taken', uuid, order: await this.found() };
    if (reply.kind === 'no-answer' || this.isUncertain) return this.settled(reply);
    const { code, message } = reply;
    // In maintenance no request reaches ordering, so there is nothing to seal; nor might the shop answer that.
    if (verdict === 'again' && code !== 130) return this.settled(reply);
    return { kind: 'refused', uuid, code, message, isSealed: false };
  }

  /** Makes the outcome definite: afterwards there is an order under the key, or there never will be one. */
  private async settled(last: Failure): Promise<OrderResult> {
    const { uuid, options } = this;
    if (options.seal === false) throw new UnknownOutcomeError(uuid, last);
    const reply = await this.check({ seal: '1' }, options.sealDeadlineMs);
    if (reply.kind !== 'ok') throw new UnknownOutcomeError(uuid, reply);
    const [order] = reply.body.data;
    if (order && !canBeOrderOf(this.request, order)) {
      return { kind: 'taken', uuid, order: checkedOrder(order) };
    }
    if (order) return orderResult(uuid, checkedOrder(order));
    if (!reply.body.sealed?.includes(uuid)) throw new UnknownOutcomeError(uuid, last);
    if (last.kind === 'no-answer' || verdictOf(last) === 'again') {
      return { kind: 'sealed', uuid, last };
    }
    return { kind: 'refused', uuid, code: last.code, message: last.message, isSealed: true };
  }

  private async found() {
    const reply = await this.check({}, this.options.sealDeadlineMs);
    const [order] = reply.kind === 'ok' ? reply.body.data : [];
    return order && checkedOrder(order);
  }

  private check(
    more: Omit<Query<'check'>, 'orders'>,
    deadlineMs = DEADLINE_MS,
  ): Promise<Reply<Success<'check'>>> {
    const { signal } = this.options;
    const query = { ...more, orders: this.uuid, uuid: '1' };
    const ask = (): Promise<Reply<Success<'check'>>> =>
      this.shop.ask<'check'>({ path: 'check', query, ...CHECKED, signal });
    return this.shop.insist(ask, { signal, deadlineMs });
  }
}

/** Whether the request may have ordered, or may still do so, although its answer tells of no order. */
function mayHaveOrdered(reply: Reply<unknown>): boolean {
  if (reply.kind !== 'refusal') return reply.kind === 'no-answer';
  const { code, status } = reply;
  // The database may have committed the order, and the connection to it broken before the shop knew. A limit is
  // answered with 429, and a request that has not arrived in full with 408: neither has reached ordering.
  if (code === 111) return status !== 408 && status !== 429;
  // Any other 5xx may be of something in between, which says nothing about the request itself.
  return code === 500 || (status >= 500 && code !== 130);
}

/** What an answer of check holds at least. */
export const CHECKED = {
  keys: ['data'],
  itemKeys: ['order_id', 'quantity', 'status', 'price', 'data'],
} as const;
