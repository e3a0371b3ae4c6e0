import type { ImportTable } from './import-table.js';

/**
 * The SQL by which an import hides and shows items. It uses visibility rules of its own (`origin = 'import'`) and never
 * changes those of the operator.
 */

/**
 * Testing categories, deleted ones, and all below them: no export has them. UNION drops repeated rows, so a circle of
 * parents ends too.
 */
const NEVER_EXPORTED = `
  WITH RECURSIVE unseen AS (
    SELECT id FROM categories WHERE testing_only OR deleted_at IS NOT NULL
    UNION
    SELECT child.id FROM categories child JOIN unseen ON child.parent_id = unseen.id
  )
  SELECT id FROM unseen`;

/** Categories that a file could not name; filled for files that name categories only for their products. */
export const CREATE_UNTOLD =
  'CREATE TEMPORARY TABLE untold_categories (id integer PRIMARY KEY) ON COMMIT DROP';

/** Those without a product of an export in them or below, and those of products that the file names by their ids alone. */
export const FILL_UNTOLD = `
  INSERT INTO untold_categories
  WITH RECURSIVE holding AS (
    SELECT category_id AS id FROM products
    WHERE deleted_at IS NULL AND category_id NOT IN (${NEVER_EXPORTED})
    UNION
    SELECT parent_id FROM categories JOIN holding USING (id) WHERE parent_id IS NOT NULL
  ), named AS (
    SELECT category_id AS id FROM staged_products
    UNION
    SELECT parent_id FROM categories JOIN named USING (id) WHERE parent_id IS NOT NULL
  )
  SELECT id FROM categories
  WHERE id NOT IN (SELECT id FROM holding) OR id IN (SELECT id FROM named)`;

/** Items that could be in the file and are not, and for which no rule for everyone exists. */
export function missingItems({ name, item }: ImportTable): string {
  const category = item === 'category' ? 'id' : 'category_id';
  const isTold =
    item === 'category' ? 'AND stored.id NOT IN (SELECT id FROM untold_categories)' : '';
  return `
    FROM ${name} stored
    WHERE stored.deleted_at IS NULL
      AND stored.${category} NOT IN (${NEVER_EXPORTED})
      AND NOT EXISTS (SELECT FROM staged_${name} staged WHERE staged.id = stored.id)
      ${isTold}
      AND NOT EXISTS (
        SELECT FROM visibility_rules rule
        WHERE rule.${item}_id = stored.id AND rule.account_id IS NULL AND rule.group_id IS NULL)`;
}

/** Items of the file that an earlier import has hidden. */
function hiddenByImport({ name, item }: ImportTable): string {
  return `
    FROM visibility_rules rule JOIN staged_${name} staged ON staged.id = rule.${item}_id
    WHERE rule.account_id IS NULL AND rule.group_id IS NULL
      AND rule.origin = 'import' AND NOT rule.visible`;
}

export function countHidden(table: ImportTable): string {
  return `SELECT count(*)::integer AS count ${missingItems(table)}`;
}

export function countShown(table: ImportTable): string {
  return `SELECT count(*)::integer AS count ${hiddenByImport(table)}`;
}

/** $1: the limit. */
export function listHidden(table: ImportTable): string {
  return `SELECT stored.id, stored.name ${missingItems(table)} ORDER BY stored.id LIMIT $1`;
}

/** $1: the limit. */
export function listShown(table: ImportTable): string {
  return `SELECT staged.id, staged.name ${hiddenByImport(table)} ORDER BY staged.id LIMIT $1`;
}

/** All items that would be hidden, in the columns of the changes of an import. */
export function allHidden(table: ImportTable): string {
  return `
    SELECT '${table.item}', stored.id, 'hidden', stored.name, NULL::text[], NULL::text[]
    ${missingItems(table)}`;
}

/** All items that would be shown again, in the same columns. */
export function allShown(table: ImportTable): string {
  return `
    SELECT '${table.item}', staged.id, 'shown', staged.name, NULL::text[], NULL::text[]
    ${hiddenByImport(table)}`;
}

/** $1 and $2: only items behind the one id and up to the other. */
export function writeHidden(table: ImportTable): string {
  return `
    INSERT INTO visibility_rules (${table.item}_id, visible, origin)
    SELECT stored.id, false, 'import' ${missingItems(table)} AND stored.id > $1 AND stored.id <= $2`;
}

/** $1 and $2: as above. */
export function writeShown(table: ImportTable): string {
  return `
    DELETE FROM visibility_rules WHERE id IN (
      SELECT rule.id ${hiddenByImport(table)} AND staged.id > $1 AND staged.id <= $2)`;
}
