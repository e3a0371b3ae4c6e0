import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { CatalogChanges, CatalogRows } from '../../src/catalog/view/catalog-snapshot.js';
import type { RuleAudience, RuleTarget } from '../../src/catalog/view/rules.js';
import { catalogRows, categoryRow, productRow } from './catalog-rows.js';

/** Ids that no row has are requested as well. */
const MAX_ID = 8;
export const ALL_IDS = Array.from({ length: MAX_ID + 2 }, (_, id) => id);
const id = fc.integer({ min: 1, max: MAX_ID });
const position = fc.integer({ min: 0, max: 2 });
const inOrder = <Row extends { id: number; position: number }>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => one.position - other.position || one.id - other.id);

/** Parents may be missing or go in circles: SQL can leave such rows. */
const categories = fc.uniqueArray(
  fc.record({
    id,
    parentId: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 4 })),
    position,
    testingOnly: fc.nat(4).map((number) => number === 0),
  }),
  { selector: (row) => row.id },
);
const price = fc
  .tuple(fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, 10n ** 18n - 1n))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(18, '0')}`);
const products = fc.uniqueArray(
  fc.record({ id, categoryId: id, price, available: fc.boolean(), position }),
  {
    selector: (row) => row.id,
  },
);

const NOBODY = { accountId: null, groupId: null };
const NOTHING = { categoryId: null, productId: null };
const few = fc.integer({ min: 1, max: 2 });
const owner = fc.oneof(
  few.map((accountId) => ({ ...NOBODY, accountId })),
  few.map((groupId) => ({ ...NOBODY, groupId })),
);
const item = fc.oneof(
  id.map((categoryId) => ({ ...NOTHING, categoryId })),
  id.map((productId) => ({ ...NOTHING, productId })),
);

/** At most one rule for each audience and target, as the database ensures. */
function rulesOf<Whose extends RuleAudience, How extends object>(
  whose: fc.Arbitrary<Whose>,
  on: fc.Arbitrary<RuleTarget>,
  how: fc.Arbitrary<How>,
): fc.Arbitrary<(RuleAudience & RuleTarget & How & { id: number })[]> {
  const rule = fc.tuple(whose, on, how).map((parts) => Object.assign({}, ...parts));
  const rules = fc.uniqueArray(rule, {
    maxLength: 24,
    selector: (row) => [row.accountId, row.groupId, row.categoryId, row.productId].join(),
  });
  return rules.map((each) => each.map((row, index) => ({ ...row, id: index + 1 })));
}

const percent = fc
  .integer({ min: -100_000_000, max: 300_000_000 })
  .map((millionths) => (millionths / 1_000_000).toFixed(6));
const setting = fc.oneof(
  percent.map((percentage) => ({ fixedPrice: null, percentage })),
  price.map((fixedPrice) => ({ fixedPrice, percentage: null })),
);
/** Any catalog with any rules. */
export const rows: fc.Arbitrary<CatalogRows> = fc
  .record({
    categories,
    products,
    visibilityRules: rulesOf(
      fc.oneof(owner, fc.constant(NOBODY)),
      item,
      fc.record({ visible: fc.boolean() }),
    ),
    priceRules: rulesOf(owner, fc.oneof(item, fc.constant(NOTHING)), setting),
  })
  .map((generated) =>
    catalogRows({
      ...generated,
      categories: inOrder(generated.categories.map((row) => categoryRow(row.id, row))),
      products: inOrder(generated.products.map((row) => productRow(row.id, row))),
    }),
  );
export const audience = fc.record({
  accountId: few,
  groupId: fc.oneof(few, fc.constant(null)),
  showUnavailable: fc.boolean(),
  testing: fc.boolean(),
});

/** The differences between two catalogs. */
export function changesBetween(before: CatalogRows, now: CatalogRows): CatalogChanges {
  return {
    revision: now.revision,
    categories: changesOf(before.categories, now.categories),
    products: changesOf(before.products, now.products),
    visibilityRules: changesOf(before.visibilityRules, now.visibilityRules),
    priceRules: changesOf(before.priceRules, now.priceRules),
  };
}

function changesOf<Row extends { id: number }>(
  before: readonly Row[],
  now: readonly Row[],
): Map<number, Row | undefined> {
  const changes = new Map<number, Row | undefined>(before.map(({ id }) => [id, undefined]));
  for (const row of now) {
    const former = before.find(({ id }) => id === row.id);
    if (isDeepStrictEqual(former, row)) changes.delete(row.id);
    else changes.set(row.id, row);
  }
  return changes;
}
