import { ShopRows } from '../../support/shop-rows.js';
import { MOST_CODES, type ChaosShop } from './chaos-shop.js';
import type { Random } from '../../support/random.js';

/** Makes one wish after the other: path and query of an order without its order_uuid. */
export type Wisher = () => string;

/**
 * Wishes of which three in five can come true, and the others must be refused, each way of being refused among them.
 * Adds the products that it takes.
 */
export async function wisher(shop: ChaosShop, random: Random): Promise<Wisher> {
  const { db, products } = shop;
  const rows = new ShopRows(db);
  const common = { type: 'package', fields: ['playerId'] } as const;
  const unaffordable = await rows.product({ ...common, price: '1000000000' });
  const unavailable = await rows.product({ ...common, available: false });
  const exhausted = await rows.product({
    ...common,
    fulfillment: [{ handler: 'chaos-at-once', settings: { ending: 'refused' } }],
  });
  const outOfStock = await rows.product({
    ...common,
    fulfillment: [{ handler: 'codes', settings: { stock: 'empty' } }],
  });
  const { manual, codes, ...others } = products;
  const good = [manual, ...Object.values<number>(others)];
  let number = 0;
  const complete = (product: number, query = ''): string =>
    `${product}/params?playerId=${++number}${query}`;
  const refused = [
    () => complete(unaffordable),
    () => complete(unavailable),
    () => complete(exhausted),
    () => complete(outOfStock),
    () => complete(999_999),
    () => complete(random.pick(good), '&qty=1e3'),
    () => complete(random.pick(good), '&qty=2'),
    () => complete(codes, `&qty=${MOST_CODES + 1}`),
    () => complete(random.pick(good), '&note=%zz'),
    () => `${random.pick(good)}/params?note=${++number}`,
  ];
  return () => (random.chance(0.6) ? goodWish(shop, random) : random.pick(refused)());
}

/** The wish for any product of the shop, which can be fulfilled. */
export function goodWish({ products }: ChaosShop, random: Random): string {
  const product = random.pick(Object.values<number>({ ...products }));
  const quantity = product === products.codes ? random.between(1, MOST_CODES) : 1;
  return `${product}/params?playerId=${random.between(1, 1_000_000)}&qty=${quantity}`;
}
