/**
 * The UUID under which the order `placed` is bought: the same one if the attempt, or the whole order, is lost in a restore
 * and made again, so that the supplier does not sell a second time. An order is told apart by all that makes the same
 * order on the wire; the account by its time of creation too, since the id of a lost account is given again.
 * @param generation how often the purchase was made again; 0 adds nothing to the text that is hashed.
 */
export const attemptUuid = (
  supplierId: string,
  supplierProduct: string,
  generation: string,
): string => `
  overlay(overlay(left(encode(sha256(convert_to(concat_ws(E'\\n',
      (SELECT shop_id FROM shop_identity), placed.account_id,
      (SELECT extract(epoch FROM created_at) FROM accounts WHERE id = placed.account_id),
      placed.order_uuid, placed.product_id, placed.quantity, placed.fields::jsonb,
      ${supplierId}, ${supplierProduct}, nullif(${generation}, 0)), 'UTF8')), 'hex'), 32)
    PLACING '4' FROM 13) PLACING 'a' FROM 17)::uuid`;
