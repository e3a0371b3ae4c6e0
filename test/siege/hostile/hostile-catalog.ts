import type { Random } from '../../support/random.js';
import { GARBAGE } from './garbage.js';
import { ODD_NUMBERS, ODD_TEXTS } from './odd-values.js';
import { json } from './said.js';

/** The product whose orders we buy. */
export const BOUGHT = 7;
const PRODUCTS = 40;
const RIGHT_PART = 0.6;

/** What products?products_id= says. */
export function priceText(random: Random, id: number): string {
  const product = { id, name: 'Hostile', price: 1 };
  if (random.chance(RIGHT_PART)) return json([product]);
  return random.pick<() => string>([
    () => json([{ ...product, price: random.pick(ODD_NUMBERS) }]),
    () => json([{ ...product, id: random.pick(ODD_NUMBERS) }]),
    () =>
      json([
        { ...product, id: id + 1 },
        { ...product, price: random.pick([0, 1, 2, 3, -1]) },
      ]),
    () => json([]),
    () => json({ status: 'ERROR', code: 109 }),
    () => random.pick(GARBAGE)(),
  ])();
}

/** What profile says. */
export function profileText(random: Random): string {
  const profile = { status: 'OK', id: 1, name: random.pick(ODD_TEXTS), balance: '1000' };
  if (random.chance(RIGHT_PART)) return json(profile);
  const odd = { ...profile, balance: random.pick(ODD_NUMBERS) };
  return random.chance(0.5) ? json(odd) : random.pick(GARBAGE)();
}

/** A whole catalog: the same products each time, some of them odd. */
export function catalogText(random: Random): string {
  if (random.chance(0.2)) return random.pick([...GARBAGE, chained, crowded])();
  const oddPart = random.pick([0, 0, 0.1, 1]);
  const first = random.chance(0.8) ? 1 : random.between(1, PRODUCTS);
  const products = Array.from({ length: PRODUCTS - first + 1 }, (_, index) => {
    const id = first + index;
    const price = random.pick([1, '0.5', '@1e-3@', '2.00000001']);
    const name = random.pick([`Item ${id}`, ...ODD_TEXTS]);
    return { ...product(id), name, price, ...(random.chance(oddPart) && odd(random)) };
  });
  const flat = [{ id: 1, parent_id: 0, name: 'All' }];
  return json({ status: 'OK', categories: [], flat_categories: flat, products });
}

function product(id: number): object {
  return {
    ...{ id, name: `Item ${id}`, price: 1, category_id: 1, available: true },
    ...{ product_type: 'package', qty_values: null, params: [] },
  };
}

/** One value that should be another. */
function odd(random: Random): object {
  const names = ['id', 'price', 'category_id', 'qty_values', 'product_type', 'params', 'name'];
  const quantities = { min: random.pick(ODD_NUMBERS), max: random.pick(ODD_NUMBERS) };
  const value = random.pick([random.pick(ODD_NUMBERS), quantities, [quantities], ODD_TEXTS]);
  return { [random.pick(names)]: value };
}

/** Categories of which each lies in the one before. */
function chained(): string {
  const flat = Array.from({ length: 15_000 }, (_, id) => ({
    id: id + 1,
    name: 'x',
    parent_id: id,
  }));
  return json({ status: 'OK', flat_categories: flat, products: [product(1)] });
}

/** More products than a catalog may have. */
function crowded(): string {
  const products = Array.from(
    { length: 260_000 },
    (_, id) => `{"id":${id + 1},"name":"x","price":1}`,
  );
  return `{"status":"OK","flat_categories":[],"products":[${products.join()}]}`;
}
