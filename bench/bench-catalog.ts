/** Products of each category that holds products, whatever the size of the catalog. */
export const CATEGORY_SIZE = 20;
/** A category of {@link CATEGORY_SIZE} products, of the same bytes in a catalog of any size. */
export const SOME_CATEGORY = 2;

const ROOT = 1;

/** A catalog in our format. */
export type BenchCatalog = ReturnType<typeof benchCatalog>;

/** One root, and under it a category for every twenty products, with ids from 1. */
export function benchCatalog(productCount: number) {
  const leaves = Math.ceil(productCount / CATEGORY_SIZE);
  const categories = Array.from({ length: 1 + leaves }, (_, index) => category(ROOT + index));
  const products = Array.from({ length: productCount }, (_, index) => product(1 + index));
  return { format: 'souk-catalog', version: 1, categories, products };
}

function category(id: number) {
  const parentId = id === ROOT ? null : ROOT;
  return { id, parent_id: parentId, name: `قسم ${id} 🎮`, image: null, position: id };
}

function product(id: number) {
  return {
    id,
    category_id: SOME_CATEGORY + Math.floor((id - 1) / CATEGORY_SIZE),
    name: `${id} UC – شحن فوري`,
    price: `${id % 500}.${String(id).padStart(8, '0')}`,
    available: id % 50 !== 0,
    product_type: 'amount',
    qty_values: { min: '1', max: String(1_000 + id) },
    fields: [
      { name: 'playerId', label: 'Player ID | معرف اللاعب', type: 'string', required: true },
    ],
    image: `/images/${id % 100}.svg`,
    position: id,
  };
}
