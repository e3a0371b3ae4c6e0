import type { AccountField } from '../../catalog/account-field.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { ProductNotFoundError } from '../../catalog/catalog.errors.js';
import { isPrice } from '../../catalog/price-text.js';
import type { CatalogView, ListedProduct } from '../../catalog/view/catalog-view.js';
import { numericText } from '../../common/decimal.js';
import { BadParameterError } from '../../common/app-error.js';
import type { FlatParameters, Parameter } from '../../common/http/parameters/flat-parameters.js';
import { chargeFor, fitsMoney, MONEY_INTEGER_DIGITS } from '../../common/money.js';
import type { KeyClaim, OrderOrigin, OrderToInsert } from '../order.entity.js';
import {
  ProductUnavailableError,
  QuantityTooLargeError,
  QuantityTooSmallError,
} from '../rules/orders.errors.js';
import { assertFieldsComplete, matchFields, type OrderFields } from '../rules/order-fields.js';
import { FIRST_STATUS } from '../rules/order-status.js';
import { assertKeyIsNoField } from '../rules/order-uuid.js';
import { assertWithinLimit, ownParameters } from '../rules/price-limit.js';
import { assertQuantityAllowed } from '../rules/quantity.js';
import {
  assertQuantityNotMissed,
  givenQuantity,
  quantityGivenBy,
} from '../rules/quantity-names.js';
import type { RequestReading } from '../rules/same-order.js';

/** A request of newOrder or quote with unchecked parameters. */
export interface SentRequest {
  /** The text in the path. */
  readonly productId: string;
  readonly parameters: FlatParameters;
  /** Ids of the shops through which the order came. */
  readonly via: readonly string[];
  /** Is written with the order; a quote has none. */
  readonly origin?: OrderOrigin;
}

/** The same, and how it is read. */
export interface OrderRequest extends SentRequest {
  /** Whether a new order is read by the names that an earlier release does not know; the same for all its tries. */
  readonly otherForms: boolean;
  /** As it was sent; undefined if it was not, and in a quote. */
  readonly orderUuid: string | undefined;
  /** The parameters that gave the key under another name than `order_uuid`. */
  readonly keyGivenBy: readonly Parameter[];
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

/** @throws BadParameterError (114) for a key under a name that is not read yet, ProductNotFoundError (109) */
export function requestedProduct(view: CatalogView, request: OrderRequest): ListedProduct {
  if (!request.otherForms && request.keyGivenBy.length > 0) {
    throw new BadParameterError('Required parameter missing: order_uuid');
  }
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
  const { parameters, otherForms, keyGivenBy } = request;
  const quantityBy = quantityNames(request, product.fields);
  if (otherForms && quantityBy.length === 0) assertQuantityNotMissed(parameters, product);
  const quantity = givenQuantity(parameters, quantityBy);
  assertQuantityAllowed(quantity, product, otherForms);
  const total = totalOf(product.price, quantity);
  parameters.assertWellFormed();
  assertKeyIsNoField(keyGivenBy, product.fields);
  const fields = fieldsIn(request, product.fields);
  assertFieldsComplete(product.fields, fields);
  assertWithinLimit(total, parameters, product.fields);
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

/** A request in both readings, to be compared with an order. @param schema of the order */
export function readingsOf(
  sent: OrderRequest,
  schema: readonly AccountField[],
): readonly RequestReading[] {
  return [true, false].map((otherForms) => {
    const request = { ...sent, otherForms };
    return {
      quantity: () => givenQuantity(request.parameters, quantityNames(request, schema)),
      fields: () => fieldsIn(request, schema),
    };
  });
}

function quantityNames(
  { parameters, otherForms }: OrderRequest,
  schema: readonly AccountField[],
): readonly Parameter[] {
  return otherForms ? quantityGivenBy(parameters, schema) : [];
}

/** The account fields and extra parameters of a request: what is no parameter of newOrder's own. */
function fieldsIn(request: OrderRequest, schema: readonly AccountField[]): OrderFields {
  const { parameters, otherForms, keyGivenBy } = request;
  const own = new Set(otherForms ? [...quantityNames(request, schema), ...keyGivenBy] : []);
  const others = parameters.except(ownParameters(parameters, schema));
  return matchFields(
    schema,
    others.filter((parameter) => !own.has(parameter)),
    otherForms,
  );
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
