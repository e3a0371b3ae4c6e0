import type { EntityManager } from 'typeorm';
import type { ComparedProduct } from '../unusual/unusual.js';
import { partsOf, type OnShare } from './id-parts.js';
import { PRODUCT_TABLE } from './import-table.js';
import { missingItems } from './import-visibility.js';

/** $1 and $2: only products behind the one id and up to the other. One that was deleted is made anew. */
const REPRICED = `
  SELECT stored.id, stored.name, stored.price::text AS before, staged.price::text AS after,
    unit_cost::text AS cost
  FROM staged_products staged JOIN products stored USING (id)
  LEFT JOIN product_costs ON product_id = stored.id
  WHERE staged.price <> stored.price AND stored.deleted_at IS NULL
    AND stored.id > $1::integer AND stored.id <= $2::integer`;

const VANISHING = `
  SELECT stored.id, stored.name, stored.price::text, NULL, NULL ${missingItems(PRODUCT_TABLE)}
    AND stored.id > $1 AND stored.id <= $2`;

/** The products of the staged rows that get another price, and with `hideMissing` those that vanish, by id. */
export async function* comparedProducts(
  manager: EntityManager,
  hideMissing: boolean,
  onShare?: OnShare,
): AsyncGenerator<ComparedProduct[], void> {
  const sql = hideMissing ? `${REPRICED} UNION ALL ${VANISHING}` : REPRICED;
  for await (const range of partsOf(manager, PRODUCT_TABLE, onShare)) {
    yield manager.query<ComparedProduct[]>(`${sql} ORDER BY id`, [...range]);
  }
}
