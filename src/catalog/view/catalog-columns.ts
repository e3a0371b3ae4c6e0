/** The columns that are read of each table, under the names of the row types. */

export const CATEGORY_COLUMNS =
  'id, parent_id AS "parentId", name, image, position, testing_only AS "testingOnly"';
export const PRODUCT_COLUMNS = `id, category_id AS "categoryId", name, price::text AS price, available,
  product_type AS "productType", qty_values AS "quantityValues", fields, fulfillment, image, position`;
const TARGET_COLUMNS = `id, account_id AS "accountId", group_id AS "groupId",
  category_id AS "categoryId", product_id AS "productId"`;
export const VISIBILITY_COLUMNS = `${TARGET_COLUMNS}, visible`;
export const PRICE_COLUMNS = `${TARGET_COLUMNS},
  fixed_price::text AS "fixedPrice", percentage::text AS percentage`;
