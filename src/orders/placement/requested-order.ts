import { itemId } from '../../catalog/wire/item-id.js';
import { ProductNotFoundError } from '../../catalog/catalog.errors.js';
import { isPrice } from '../../catalog/price-text.js';
import type { CatalogView, ListedProduct } from '../../catalog/view/catalog-view.js';
import { numericText } from '../../common/decimal.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { chargeFor, fitsMoney, MONEY_INTEGER_DIGITS } from '../../common/money.js';
import type { KeyClaim, OrderOrigin, OrderToInsert } from '../order.entity.js';
import {
  ProductUnavailableError,
  QuantityTooLargeError,
  QuantityTooSmallError,
} from '../rules/orders.errors.js';
import { assertFieldsComplete, matchFields, type OrderFields } from '../rules/order-fields.js';
import { FIRST_STATUS } from '../rules/order-status.js';
import { assertWithinLimit, ownParameters } from '../rules/price-limit.js';
import { assertQuantityAllowed, requestedQuantity } from '../rules/quantity.js';

/** A request of newOrder with unchecked parameters. */
export interface OrderRequest {
  /** The text in the path. */
  readonly productId: string;
  readonly parameters: FlatParameters;
  /** Ids of the shops through which the order came. */
  readonly via: readonly string[];
  /** Is written with the order; a quote has none. */
  readonly origin?: OrderOrigin;
}

/** An order that has passed all checks except those of stock and balance. */
export type RequestedOrder = Omit<
  OrderToInsert,
  'status' | 'deliveredCodes' | 'decisionNote' | 'decidedBy'
>;

/** An id that no product has. */
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
 * Checks a request in the order of the wire, and returns the order that it asks for.
 * @throws the errors 110, 106/112/113, 114, 118
 */
export function requestedOrder(
  key: KeyClaim,
  product: ListedProduct,
  request: OrderRequest,
): RequestedOrder {
  // With a percentage, a price can exceed what the column of an order can hold.
  if (!product.available || !isPrice(product.price)) throw new ProductUnavailableError();
  const quantity = quantityIn(request);
  assertQuantityAllowed(quantity, product);
  const total = totalOf(product.price, quantity);
  request.parameters.assertWellFormed();
  const fields = fieldsIn(request, product.fields);
  assertFieldsComplete(product.fields, fields);
  assertWithinLimit(total, request.parameters, product.fields);
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
    ...request.origin,
  };
}

/** @throws QuantityNotAllowedError (106) */
export function quantityIn({ parameters }: OrderRequest): string {
  return requestedQuantity(parameters.single('qty'));
}

/** The account fields and extra parameters of a request. */
export function fieldsIn(
  { parameters }: OrderRequest,
  schema: Parameters<typeof matchFields>[0],
): OrderFields {
  return matchFields(schema, parameters.except(ownParameters(parameters, schema)));
}

/** The order with the columns of one that waits for its fulfillment. */
export function waitingOrder(order: RequestedOrder): OrderToInsert {
  return {
    ...order,
    status: FIRST_STATUS,
    deliveredCodes: null,
    decisionNote: '',
    decidedBy: null,
  };
}

/** @throws QuantityTooSmallError (112) for a charge that rounds to 0, QuantityTooLargeError (113) */
function totalOf(unitPrice: string, quantity: string): string {
  const total = chargeFor(unitPrice, quantity);
  const price = numericText(unitPrice);
  const charge = `at ${price} USD each its charge`;
  if (total === '0' && price !== '0') throw new QuantityTooSmallError(`${charge} rounds to 0 USD`);
  if (!fitsMoney(total)) {
    throw new QuantityTooLargeError(
      `${charge} has more than ${MONEY_INTEGER_DIGITS} digits before the point`,
    );
  }
  return total;
}
