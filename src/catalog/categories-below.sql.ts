/** `WITH` the ids of the category $1 and of all below it, as `below`; none for a deleted category and for null. */
export const WITH_BELOW = `
  WITH RECURSIVE below AS (
    SELECT id FROM categories WHERE id = $1::integer AND deleted_at IS NULL
    UNION SELECT child.id FROM categories child JOIN below ON child.parent_id = below.id
  )`;
