import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { isRecord, withoutExponent } from '../../../common/json-values.js';
import { isPlainDecimal, toDecimal } from '../../../common/decimal.js';
import { LOGGER } from '../../../common/logger.js';
import { chargeFor } from '../../../common/money.js';
import type { WaitingOrder } from '../../../orders/delivery/fulfillment-handler.js';
import { HandlerAnswers } from '../../handlers/handler-answers.js';
import type { Supplier } from '../supplier/supplier.entity.js';
import { SupplierUnansweredError } from '../supplier/supplier.client.js';
import { errorCodeOf, type Purchased } from '../supplier/supplier-answers.js';
import { SupplierCalls } from '../supplier/supplier-calls.js';
import { SupplierRepository } from '../supplier/supplier.repository.js';

/** An order that came through this many shops is refused, since shops probably buy from each other in a circle. */
const MAX_SHOPS = 8;

const NO_SUCH_PRODUCT = '109';

/** Checks that must pass before an order is sent to a supplier. */
@Injectable()
export class PurchaseGuards {
  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly calls: SupplierCalls,
    private readonly answers: HandlerAnswers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Why the order must not be bought there; undefined if it may be.
   * @throws SupplierUnansweredError if the supplier does not tell the price
   */
  async objectionTo(
    order: WaitingOrder,
    supplier: Supplier,
    product: number,
  ): Promise<string | undefined> {
    if (order.via.length >= MAX_SHOPS) return 'it has passed through too many shops';
    if (order.via.includes(await this.suppliers.ownShopId())) return 'it came back to this shop';
    if (await this.answers.wouldExceed(order))
      return 'it would bring more codes than an order may have';
    const price = await this.priceAt(supplier, product);
    if (price === undefined) return 'the supplier does not have the product';
    const cost = chargeFor(price, order.quantity);
    if (toDecimal(cost).lessThanOrEqualTo(toDecimal(order.total))) return undefined;
    // The reason is stored for all who read orders, and not all of them may read costs.
    const { orderId, total } = order;
    this.logger.info({ orderId, supplier: supplier.name, cost, total }, 'an order costs too much');
    return 'it costs more there than it was sold for';
  }

  /** What a purchase costs is known for certain when it is made. */
  warnOfLoss({ orderId, total }: WaitingOrder, { name }: Supplier, { cost }: Purchased): void {
    if (cost === null || toDecimal(cost).lessThanOrEqualTo(toDecimal(total))) return;
    this.logger.warn({ orderId, supplier: name, cost, total }, 'an order was sold at a loss');
  }

  /** The ids of the shops that the order has passed through, with that of this shop as the last. */
  async viaOf({ via }: WaitingOrder): Promise<string[]> {
    return [...via, await this.suppliers.ownShopId()];
  }

  /** USD per unit; undefined if the supplier says that there is no such product. */
  private async priceAt(supplier: Supplier, product: number): Promise<string | undefined> {
    const query = { products_id: String(product) };
    const { body } = await this.calls.get(supplier, 'products', query);
    if (errorCodeOf(body) === NO_SUCH_PRODUCT) return undefined;
    const listed: unknown[] = Array.isArray(body) ? body : [];
    const found = listed.find((item) => isRecord(item) && item.id === String(product));
    const price = isRecord(found) ? withoutExponent(found.price) : undefined;
    if (typeof price === 'string' && isPlainDecimal(price)) return price;
    throw new SupplierUnansweredError('the price cannot be read');
  }
}
