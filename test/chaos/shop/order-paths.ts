import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { MAX_CODES, type ChaosShop } from './chaos-shop.js';
import type { Random } from '../../support/random.js';

/** Returns another path at each call: that of a newOrder request, with its query but for the order_uuid. */
export type OrderPaths = () => string;

/**
 * Paths of which three in five can be fulfilled, and the others must be refused, for every reason that there is.
 * Adds the products that these need.
 */
export async function orderPaths(shop: ChaosShop, random: Random): Promise<OrderPaths> {
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
    () => complete(codes, `&qty=${MAX_CODES + 1}`),
    () => complete(random.pick(good), '&note=%zz'),
    () => `${random.pick(good)}/params?note=${++number}`,
  ];
  return () => (random.chance(0.6) ? goodOrderPath(shop, random) : random.pick(refused)());
}

/** The path of an order that can be fulfilled, of any product of the shop. */
export function goodOrderPath({ products }: ChaosShop, random: Random): string {
  const product = random.pick(Object.values<number>({ ...products }));
  const quantity = product === products.codes ? random.between(1, MAX_CODES) : 1;
  return `${product}/params?playerId=${random.between(1, 1_000_000)}&qty=${quantity}`;
}
