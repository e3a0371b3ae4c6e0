import { numericText } from '../../common/decimal.js';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Admission } from '../../account/access/current-admission.decorator.js';
import type { Principal } from '../../account/access/principal.js';
import { itemId } from '../../catalog/wire/catalog-query.js';
import { ProductNotFoundError } from '../../catalog/catalog.errors.js';
import { isPrice } from '../../catalog/price-text.js';
import type { ListedProduct } from '../../catalog/view/catalog-view.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { chargeFor, fitsMoney } from '../../common/money.js';
import { AppError } from '../../common/app-error.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { retryWhileUnavailable, UnsettledError } from '../../database/retry.js';
import { newOrderId } from './order-id.js';
import { assertFieldsComplete, matchFields } from '../rules/order-fields.js';
import { CutOffError } from './order-batches.js';
import { OrderIntake, waiting } from './order-intake.js';
import { newOrderShape } from '../order-shapes.js';
import { requiredOrderUuid } from '../rules/order-uuid.js';
import { OrderRepository } from '../order.repository.js';
import type { RequestedOrder } from './order-intake.js';
import {
  OrderUuidSealedError,
  ProductUnavailableError,
  QuantityTooLargeError,
  QuantityTooSmallError,
} from '../orders.errors.js';
import { assertQuantityAllowed, requestedQuantity } from '../rules/quantity.js';
import { assertSameOrder } from '../rules/same-order.js';

/** A newOrder request, its parameters still unchecked. */
export interface OrderRequest {
  /** As it stands in the path. */
  readonly productId: string;
  readonly parameters: FlatParameters;
  /** Ids of the shops that the order has passed through. */
  readonly via: readonly string[];
}

/** Something that the guard decided on has changed since; the order is given up and the guard decides again. */
class DoorChanged extends Error {}

/** What earlier tries of the same request may have done unheard. */
interface Doubt {
  /** An earlier try may have been committed. */
  readonly inDoubt: boolean;
  /** Of a statement that was cut off; what it may still place must not be refused before that. */
  readonly deadline: number | undefined;
}

/** Parameters that are no account field. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set(['order_uuid', 'qty']);

/** No product has this id. */
const NO_PRODUCT = 0;

/** Places orders: each key once, each order paid once. */
@Injectable()
export class OrderPlacementService {
  constructor(
    private readonly database: Database,
    private readonly orders: OrderRepository,
    private readonly visibility: VisibilityService,
    private readonly intake: OrderIntake,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /**
   * Places the order, or answers the earlier one placed under the same key.
   * @returns the JSON of the answer. It is rendered before the commit, so that nothing can fail after it.
   * @throws what the guard throws, if it has to decide again; the errors of the wire in their order: 114 for the key, 116/117, 109, 110, 106/112/113, 114, 105, 100;
   * 111 when the outcome cannot be learned.
   */
  async place(admission: Admission, request: OrderRequest): Promise<Buffer> {
    let caller = admission;
    for (;;) {
      try {
        return await this.placeFor(caller, request);
      } catch (error) {
        if (!(error instanceof DoorChanged)) throw error;
        // Each turn takes another change.
        caller = { ...admission, principal: await admission.again() };
      }
    }
  }

  private async placeFor(caller: Admission, request: OrderRequest): Promise<Buffer> {
    const { principal } = caller;
    const mode = principal.orderUuidMode ?? this.config.ORDER_UUID;
    const orderUuid = requiredOrderUuid(request.parameters.single('order_uuid'), mode);
    // When a connection breaks during the commit nobody knows the outcome. Running the same order again under the
    // same key finds out: a commit in flight still holds the key, which a mere read would not see.
    let inDoubt = false;
    let deadline: number | undefined;
    return retryWhileUnavailable(async () => {
      try {
        const placed = inDoubt ? undefined : await this.placeAtOnce(caller, request, orderUuid);
        const doubt = { inDoubt, deadline };
        return placed ?? (await this.placeOrReplay(principal, request, orderUuid, doubt));
      } catch (error) {
        if (!(error instanceof CutOffError)) throw error;
        deadline = error.deadline;
        throw error.cause;
      } finally {
        inDoubt = true;
      }
    });
  }

  /**
   * The short way of most orders: one statement. Whatever stands in its way is left to the transaction that undefined
   * leads to, which decides everything anew under the same key.
   * @throws as OrderBatches does
   */
  private async placeAtOnce(
    caller: Admission,
    request: OrderRequest,
    orderUuid: string,
  ): Promise<Buffer | undefined> {
    const decided = await this.decide(caller.principal, request, orderUuid);
    if (!decided) return undefined;
    const { order, product, revision } = decided;
    const answer = rendered(waiting(order));
    const placed = await this.intake.takeAtOnce(caller, order, product.fulfillment, revision);
    return placed ? answer : undefined;
  }

  /** By what is known of the catalog; undefined when it speaks against the order. */
  private async decide(principal: Principal, request: OrderRequest, orderUuid: string) {
    try {
      const { revision, product } = await this.requestedProduct(principal, request);
      const key = { accountId: principal.accountId, orderUuid, orderId: newOrderId() };
      return { order: { ...key, ...orderOf(product, request) }, product, revision };
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  private placeOrReplay(
    principal: Principal,
    request: OrderRequest,
    orderUuid: string,
    { inDoubt, deadline }: Doubt,
  ): Promise<Buffer> {
    const key = { accountId: principal.accountId, orderUuid, orderId: newOrderId() };
    return this.database.transaction(async (manager) => {
      const claim = await this.orders.claimKey(manager, key, deadline);
      // In doubt, a known key may have become an order by this very request, which the guard had let in.
      const admitted =
        claim.accessRevision === principal.accessRevision || (inDoubt && !claim.claimed);
      if (!admitted) throw claim.settled ? new DoorChanged() : new UnsettledError();
      if (!claim.claimed) return this.replay(manager, key, request);
      try {
        const { product } = await this.requestedProduct(principal, request, manager);
        const order = { ...key, ...orderOf(product, request) };
        return rendered(await this.intake.take(manager, principal, order, product.fulfillment));
      } catch (error) {
        if (error instanceof AppError && !claim.settled) throw new UnsettledError();
        throw error;
      }
    });
  }

  /** @throws ProductNotFoundError (109) */
  private async requestedProduct(
    principal: Principal,
    request: OrderRequest,
    manager?: EntityManager,
  ): Promise<{ revision: string; product: ListedProduct }> {
    const productId = itemId(request.productId) ?? NO_PRODUCT;
    const view = await (manager
      ? this.visibility.viewWithin(manager, principal, productId)
      : this.visibility.viewAround(principal, productId));
    const product = view.product(productId);
    if (!product) throw new ProductNotFoundError();
    return { revision: view.revision, product };
  }

  private async replay(
    manager: EntityManager,
    { accountId, orderUuid }: { accountId: number; orderUuid: string },
    request: OrderRequest,
  ): Promise<Buffer> {
    const key = await this.orders.findKey(manager, accountId, orderUuid);
    if (key?.orderId === null) throw new OrderUuidSealedError();
    const order = key && (await this.orders.findOne(manager, accountId, key.orderId));
    if (!order) throw new Error(`the order of key ${orderUuid} is missing`);
    assertSameOrder(order, {
      complete: request.parameters.complete,
      productId: itemId(request.productId),
      quantity: () => requestedQuantity(request.parameters.single('qty')),
      fields: () => matchFields(order.fieldSchema, request.parameters.except(OWN_PARAMETERS)),
    });
    return rendered(order);
  }
}

/**
 * The order that a request asks for, by the checks in their order.
 * @throws 110, 106/112/113, 114
 */
function orderOf(
  product: ListedProduct,
  { parameters, via }: OrderRequest,
): Omit<RequestedOrder, 'accountId' | 'orderId' | 'orderUuid'> {
  // A percentage can lift a price beyond what an order can hold.
  if (!product.available || !isPrice(product.price)) throw new ProductUnavailableError();
  const quantity = requestedQuantity(parameters.single('qty'));
  assertQuantityAllowed(quantity, product);
  const total = totalOf(product.price, quantity);
  parameters.assertSound();
  const fields = matchFields(product.fields, parameters.except(OWN_PARAMETERS));
  assertFieldsComplete(product.fields, fields);
  return {
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
    via: [...via],
  };
}

/** @throws QuantityTooSmallError (112) for a charge that rounds to nothing, QuantityTooLargeError (113) */
function totalOf(unitPrice: string, quantity: string): string {
  const total = chargeFor(unitPrice, quantity);
  if (total === '0' && numericText(unitPrice) !== '0') throw new QuantityTooSmallError();
  if (!fitsMoney(total)) throw new QuantityTooLargeError();
  return total;
}

function rendered(order: Parameters<typeof newOrderShape>[0]): Buffer {
  return Buffer.from(JSON.stringify(newOrderShape(order)));
}
