import { ShopRows } from '../support/shop-rows.js';
import type { ChaosShop } from './chaos-shop.js';
import type { Random } from './random.js';

/** Makes one wish after the other: path and query of an order without its order_uuid. */
export type Wisher = () => string;

/**
 * Wishes of which three in five can come true, and the others must be refused, each way of being refused among them.
 * Adds the products that it takes.
 */
export async function wisher({ db, products }: ChaosShop, random: Random): Promise<Wisher> {
  const rows = new ShopRows(db);
  const common = { type: 'package', fields: ['playerId'] } as const;
  const unaffordable = await rows.product({ ...common, price: '1000000000' });
  const unavailable = await rows.product({ ...common, available: false });
  const exhausted = await rows.product({
    ...common,
    fulfillment: [{ handler: 'chaos-at-once', settings: { ending: 'refused' } }],
  });
  const good = Object.values<number>({ ...products });
  let number = 0;
  const complete = (product: number, query = ''): string =>
    `${product}/params?playerId=${++number}${query}`;
  const refused = [
    () => complete(unaffordable),
    () => complete(unavailable),
    () => complete(exhausted),
    () => complete(999_999),
    () => complete(random.pick(good), '&qty=1e3'),
    () => complete(random.pick(good), '&qty=2'),
    () => complete(random.pick(good), '&note=%zz'),
    () => `${random.pick(good)}/params?note=${++number}`,
  ];
  return () => (random.chance(0.6) ? complete(random.pick(good)) : random.pick(refused)());
}
