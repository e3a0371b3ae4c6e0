import {
  ruleAudience,
  ruleTarget,
  someId,
  somePercentage,
  somePrice,
  type ChangeKind,
} from './change-kinds.js';

/** Rules of a kind that there are most of the time. */
const USUAL_RULES = 50;
const RULE_KEY = `(coalesce(account_id, 0), coalesce(group_id, 0), coalesce(category_id, 0),
  coalesce(product_id, 0))`;

const SET_VISIBILITY = `
  INSERT INTO visibility_rules (account_id, group_id, category_id, product_id, visible)
  SELECT $1::integer, $2::integer, $3::integer, $4::integer, $5::boolean
  WHERE ($3::integer IS NULL OR EXISTS (SELECT FROM categories WHERE id = $3))
    AND ($4::integer IS NULL OR EXISTS (SELECT FROM products WHERE id = $4))
  ON CONFLICT ${RULE_KEY} DO UPDATE SET visible = excluded.visible`;

const SET_PRICE = `
  INSERT INTO price_rules (account_id, group_id, category_id, product_id, fixed_price, percentage)
  SELECT $1::integer, $2::integer, $3::integer, $4::integer, $5::numeric, $6::numeric
  WHERE ($3::integer IS NULL OR EXISTS (SELECT FROM categories WHERE id = $3))
    AND ($4::integer IS NULL OR EXISTS (SELECT FROM products WHERE id = $4))
  ON CONFLICT ${RULE_KEY} DO UPDATE
    SET fixed_price = excluded.fixed_price, percentage = excluded.percentage`;

/** Makes an existing rule one about another product. */
const RETARGET = `
  UPDATE visibility_rules SET category_id = NULL, product_id = $2
  WHERE id = (SELECT id FROM visibility_rules ORDER BY id OFFSET $1 LIMIT 1)
    AND EXISTS (SELECT FROM products WHERE id = $2)
    AND NOT EXISTS (SELECT FROM visibility_rules other WHERE other.product_id = $2)`;

/** Deletes none the more often the fewer there are, so that there are always some. */
function deleteRule(table: string): string {
  return `DELETE FROM ${table} WHERE id = (
    SELECT id FROM ${table} ORDER BY id
    OFFSET floor($1::float8 * greatest(${USUAL_RULES}, (SELECT count(*) FROM ${table}))) LIMIT 1)`;
}

/** Changes of rules by an operator's own SQL, each a single statement. */
export const RULE_CHANGES: readonly ChangeKind[] = [
  {
    name: 'visibility',
    weight: 12,
    run: (context) =>
      context.query(SET_VISIBILITY, [
        ...ruleAudience(context, true),
        ...ruleTarget(context),
        context.random.chance(0.5),
      ]),
  },
  {
    name: 'visibility cleared',
    weight: 11,
    run: ({ query, random }) => query(deleteRule('visibility_rules'), [random.next()]),
  },
  {
    name: 'visibility of another',
    weight: 1,
    run: ({ query, random, shop }) =>
      query(RETARGET, [random.between(0, 20), someId(random, shop.products)]),
  },
  {
    name: 'price rule',
    weight: 8,
    run: (context) => {
      const target = context.random.chance(0.15) ? [null, null] : ruleTarget(context);
      const isFixed = target[1] !== null && context.random.chance(0.5);
      return context.query(SET_PRICE, [
        ...ruleAudience(context, false),
        ...target,
        isFixed ? somePrice(context.random) : null,
        isFixed ? null : somePercentage(context.random),
      ]);
    },
  },
  {
    name: 'price rule cleared',
    weight: 7.5,
    run: ({ query, random }) => query(deleteRule('price_rules'), [random.next()]),
  },
];
