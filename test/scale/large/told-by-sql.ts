import type { LargeShop } from './large-shop.js';

/** What a group must see, by SQL alone: no code is shared with the server. */
const TOLD = `
  SELECT product.id, trim_scale(coalesce(
    (SELECT fixed_price FROM price_rules WHERE group_id = $1 AND product_id = product.id),
    round(product.price * (100 + (
      SELECT percentage FROM price_rules WHERE group_id = $1 AND product_id IS NULL)) * 0.01, 18)
  ))::text AS price
  FROM products product JOIN categories shelf ON shelf.id = product.category_id
  WHERE product.available AND ($2::integer IS NULL OR shelf.id = $2) AND NOT EXISTS (
    SELECT FROM visibility_rules rule WHERE group_id = $1 AND NOT visible
      AND (rule.product_id = product.id OR rule.category_id IN (shelf.id, shelf.parent_id)))
  ORDER BY shelf.parent_id, shelf.position, product.position`;

/** @param shelf one category; undefined for all. @returns `id price`, in the order of the wire. */
export async function toldBySql(
  { db }: LargeShop,
  group: number,
  shelf?: number,
): Promise<string[]> {
  const rows = await db.query<{ id: number; price: string }>(TOLD, [group, shelf ?? null]);
  return rows.map(({ id, price }) => `${id} ${price}`);
}

/** The products of an answer, with the digits of their prices as they were sent. */
export function toldByAnswer(text: string): string[] {
  const products = text.matchAll(/"id":(\d+),"name":"(?:[^"\\]|\\.)*","price":([\d.]+)/g);
  return [...products].map(([, id, price]) => `${id ?? ''} ${price ?? ''}`);
}

/** The first difference in words; undefined when there is none. */
export function firstDifference(
  have: readonly string[],
  want: readonly string[],
): string | undefined {
  const at = want.findIndex((line, index) => line !== have[index]);
  if (at < 0) return have.length === want.length ? undefined : `has ${have.at(-1) ?? ''} besides`;
  return `has ${have[at] ?? 'nothing'} where ${want[at] ?? ''} belongs`;
}
