/**
 * From `FROM` on: the `attempt` at the `supplier` that the `delivery` of the order $2 of the account $1 has reached. Handlers before it
 * have refused. More conditions may follow.
 */
export const REACHED_PURCHASE = `
  FROM fulfillments delivery
  CROSS JOIN LATERAL (SELECT delivery.steps -> delivery.step AS step) present
  JOIN suppliers supplier ON supplier.name = present.step -> 'settings' ->> 'supplier'
  JOIN supplier_attempts attempt
    ON attempt.account_id = delivery.account_id AND attempt.order_id = delivery.order_id
    AND attempt.supplier_id = supplier.id
    AND attempt.supplier_product::text = present.step -> 'settings' ->> 'product'
  WHERE delivery.account_id = $1 AND delivery.order_id = $2
    AND present.step ->> 'handler' = 'upstream'`;
