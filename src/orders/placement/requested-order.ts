import { itemId } from '../../catalog/item-id.js';
import { ProductNotFoundError } from '../../catalog/catalog.errors.js';
import { isPrice } from '../../catalog/price-text.js';
import type { CatalogView, ListedProduct } from '../../catalog/view/catalog-view.js';
import { numericText } from '../../common/decimal.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { chargeFor, fitsMoney } from '../../common/money.js';
import type { NewOrder } from '../order.entity.js';
import {
  ProductUnavailableError,
  QuantityTooLargeError,
  QuantityTooSmallError,
} from '../rules/orders.errors.js';
import { assertFieldsComplete, matchFields, type OrderFields } from '../rules/order-fields.js';
import { FIRST_STATUS } from '../rules/order-status.js';
import { assertQuantityAllowed, requestedQuantity } from '../rules/quantity.js';

/** A newOrder request, its parameters still unchecked. */
export interface OrderRequest {
  /** As it stands in the path. */
  readonly productId: string;
  readonly parameters: FlatParameters;
  /** Ids of the shops that the order has passed through. */
  readonly via: readonly string[];
}

/** The idempotency key of an order, and the id that the order gets if the key is free. */
export type OrderKey = Pick<NewOrder, 'accountId' | 'orderUuid' | 'orderId'>;

/** An order that has passed all checks but those of stock and money. */
export type RequestedOrder = Omit<
  NewOrder,
  'status' | 'deliveredCodes' | 'decisionNote' | 'decidedBy'
>;

/** Parameters that are no account field. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set(['order_uuid', 'qty']);

/** No product has this id. */
const NO_PRODUCT = 0;

export function requestedProductId({ productId }: OrderRequest): number {
  return itemId(productId) ?? NO_PRODUCT;
}

/** @throws ProductNotFoundError (109) */
export function requestedProduct(view: CatalogView, request: OrderRequest): ListedProduct {
  const product = view.product(requestedProductId(request));
  if (!product) throw new ProductNotFoundError();
  return product;
}

/**
 * The order that a request asks for, by the checks in their order.
 * @throws 110, 106/112/113, 114
 */
export function requestedOrder(
  key: OrderKey,
  product: ListedProduct,
  request: OrderRequest,
): RequestedOrder {
  // A percentage can lift a price beyond what an order can hold.
  if (!product.available || !isPrice(product.price)) throw new ProductUnavailableError();
  const quantity = quantityIn(request);
  assertQuantityAllowed(quantity, product);
  const total = totalOf(product.price, quantity);
  request.parameters.assertWellFormed();
  const fields = fieldsIn(request, product.fields);
  assertFieldsComplete(product.fields, fields);
  return {
    ...key,
    productId: product.id,
    productName: product.name,
    unitPrice: product.price,
    quantity,
    total,
    fieldSchema: [...product.fields],
    sentFields: [...fields.sent],
    fields: Object.fromEntries(fields.values),
    extraParameters: [...fields.extras],
    rehearsal: product.rehearsal,
    via: [...request.via],
  };
}

/** @throws 106, 112 or 113, as the rules on quantities say */
export function quantityIn({ parameters }: OrderRequest): string {
  return requestedQuantity(parameters.single('qty'));
}

/** What a request sends of these account fields. */
export function fieldsIn(
  { parameters }: OrderRequest,
  schema: Parameters<typeof matchFields>[0],
): OrderFields {
  return matchFields(schema, parameters.except(OWN_PARAMETERS));
}

/** The order as it is while it waits for its delivery. */
export function waitingOrder(order: RequestedOrder): NewOrder {
  return {
    ...order,
    status: FIRST_STATUS,
    deliveredCodes: null,
    decisionNote: '',
    decidedBy: null,
  };
}

/** @throws QuantityTooSmallError (112) for a charge that rounds to nothing, QuantityTooLargeError (113) */
function totalOf(unitPrice: string, quantity: string): string {
  const total = chargeFor(unitPrice, quantity);
  if (total === '0' && numericText(unitPrice) !== '0') throw new QuantityTooSmallError();
  if (!fitsMoney(total)) throw new QuantityTooLargeError();
  return total;
}
