import { randomUUID } from 'node:crypto';
import type { Delivered } from '../../src/orders/delivery/fulfillment-handler.js';
import { productDeliveredBy, type Answers } from './own-handlers.js';
import type { TestAccount, TestShop } from './test-shop.js';
import { until } from './until.js';

interface Shown {
  readonly status: string;
  readonly replay_api: readonly string[] | null;
}

export const WAITS = { status: 'wait', replay_api: null };

export const delivered = (...codes: string[]): Delivered => ({ kind: 'delivered', codes });

/** A text that looks like a code, and that no other case has. */
export const newCode = (): string => randomUUID().toUpperCase();

export const byJob = (answer: () => Delivered): Answers => ({
  deliver: () => Promise.resolve(answer()),
});

/** Orders of products whose handlers deliver what a spec says, and what becomes of them. */
export function repeatedDeliveries(shopOf: () => TestShop, accountOf: () => TestAccount) {
  const product = (...answers: readonly Answers[]) =>
    productDeliveredBy(shopOf(), 'package', ...answers);

  async function placed(id: number, by = accountOf(), parameters = ''): Promise<string> {
    const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}${parameters}`;
    const { json } = await by.api(path);
    return (json as { data: { order_id: string } }).data.order_id;
  }

  async function shown(orderId: string, by = accountOf()): Promise<Shown> {
    const { json } = await by.api(`/client/api/check?orders=[${orderId}]`);
    const [order] = (json as { data: Shown[] }).data;
    return { status: order!.status, replay_api: order!.replay_api };
  }

  const accepted = (orderId: string) =>
    until(async () => (await shown(orderId)).status === 'accept');

  /** Where its handler stands; undefined for an order that is left to the operator from the beginning. */
  async function delivery(orderId: string) {
    const [row] = await shopOf().db.query<{ note: string; due: boolean }>(
      'SELECT note, due_at IS NOT NULL AS due FROM fulfillments WHERE order_id = $1',
      [orderId],
    );
    return row;
  }

  const held = (orderId: string) =>
    until(async () => {
      const found = await delivery(orderId);
      return found?.due === false && found.note;
    });

  /** Two orders of a product whose handler gives both the same code. */
  async function twice(code = newCode()) {
    const id = await product(byJob(() => delivered(code)));
    const first = await placed(id);
    await accepted(first);
    const second = await placed(id);
    expect(await held(second)).toBe(
      `a code of it was delivered to order ${first} already; deliver it anyway, or reject it`,
    );
    return { code, id, first, second };
  }

  return { product, placed, shown, accepted, delivery, held, twice };
}
