import { ApiProperty } from '@nestjs/swagger';
import { ORDER_SORTS, type OrderSort } from '../../orders/history/shop-orders.repository.js';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/rules/order-status.js';
import { isOrderId } from '../../orders/rules/order-uuid.js';
import {
  FlagField,
  IdParameter,
  ListField,
  TextField,
  TimeField,
  WordField,
} from '../../operations/fields/fields.js';
import { ListQuery } from '../../operations/lists/page.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

/** Most orders that one request decides. */
export const MAX_DECIDED = 100;
const MAX_CODES = 1_000;
const MAX_CODE_CHARACTERS = 1_000;

const ORDER_IDS = {
  accepts: isOrderId,
  what: 'order ids such as ID_9fffb0d849a45215',
  min: 1,
  max: MAX_DECIDED,
  example: ['ID_9fffb0d849a45215'],
} as const;
const NOTE = { max: 1_000, optional: true, description: 'For operators only.' } as const;
const DESPITE_PURCHASE = {
  optional: true,
  description:
    'Closes the order also while a supplier may still deliver it, and charge for it (`being-bought`).',
} as const;
const REASON = {
  max: 1_000,
  min: 1,
  example: 'The player does not exist.',
  description: 'For the reseller: in check, webhook and ledger.',
} as const;

export class OrderQuery extends ListQuery {
  @WordField(ORDER_STATUSES, { optional: true, description: 'Only orders in this state.' })
  status?: OrderStatus;

  @IdParameter({ description: 'Only orders of this account.' })
  account_id?: string;

  @IdParameter({ description: 'Only orders of this product.' })
  product_id?: string;

  @TimeField({ optional: true, description: 'Only orders of this time or later.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only orders before this time.' })
  to?: string;

  @WordField(ORDER_SORTS, { optional: true, description: 'Which come first; newest if absent.' })
  sort?: OrderSort;
}

export class AcceptDto {
  @ListField({
    accepts: (code) => code.trim() !== '' && code.length <= MAX_CODE_CHARACTERS,
    what: 'codes',
    min: 1,
    max: MAX_CODES,
    optional: true,
    example: ['CODE-1'],
    description: 'Delivered with the order.',
  })
  codes?: string[];

  @TextField(NOTE)
  note?: string;

  @FlagField(DESPITE_PURCHASE)
  despite_purchase?: boolean;

  @FlagField({
    optional: true,
    description:
      'Delivers also what another order has got already (`conflict`); without `codes`, what is held back for that.',
  })
  deliver_anyway?: boolean;
}

export class RejectDto {
  @TextField(REASON)
  reason: string;

  @TextField(NOTE)
  note?: string;

  @FlagField(DESPITE_PURCHASE)
  despite_purchase?: boolean;
}

export class AcceptSeveralDto {
  @ListField(ORDER_IDS)
  order_ids: string[];

  @TextField(NOTE)
  note?: string;

  @FlagField(DESPITE_PURCHASE)
  despite_purchase?: boolean;
}

export class RejectSeveralDto extends RejectDto {
  @ListField(ORDER_IDS)
  order_ids: string[];
}

/** An order of a list. */
export class ListedOrderDto {
  @ApiProperty({ example: 'ID_9fffb0d849a45215' })
  order_id: string;

  @ApiProperty({ example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' })
  order_uuid: string;

  @ApiProperty({ type: 'integer', example: 2 })
  account_id: number;

  @ApiProperty({ type: 'integer', example: 1001 })
  product_id: number;

  @ApiProperty({ example: '60 UC' })
  product_name: string;

  @ApiProperty({ example: '1' })
  quantity: string;

  @ApiProperty({ example: '0.89', description: 'USD.' })
  unit_price: string;

  @ApiProperty({ example: '0.89', description: 'USD.' })
  total: string;

  @ApiProperty({ example: '0', description: 'USD that reversals have paid back.' })
  refunded: string;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: OrderStatus;

  @ApiProperty({ description: 'True for an order that moves neither money nor goods.' })
  test: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    example: { playerId: null },
    description: 'The account fields; each value is null without the permission `orders.values`.',
  })
  fields: Record<string, string | null>;

  @ApiProperty({ description: 'True if codes were delivered.' })
  has_codes: boolean;

  @ApiProperty({ ...TIME, example: '2026-04-10T13:55:48.123456Z' })
  created_at: string;

  @ApiProperty(nullable(TIME))
  decided_at: string | null;
}

/** An order of the list of the shop, with what is at work on it. */
export class ShopOrderDto extends ListedOrderDto {
  @ApiProperty({
    ...nullable({ type: 'string', example: 'upstream' }),
    description:
      'What is to deliver it, such as `manual`, `codes` or `upstream`; null once it is decided.',
  })
  handler: string | null;

  @ApiProperty({
    ...nullable({ type: 'string', example: null }),
    description: 'The supplier at which it is being bought.',
  })
  supplier: string | null;
}

export class OrderPageDto {
  @ApiProperty({ type: [ShopOrderDto] })
  items: ShopOrderDto[];

  @ApiProperty({
    ...nullable({ type: 'string', example: null }),
    description: 'A page before the end may have few items, or none.',
  })
  next: string | null;
}

/** One order. */
export class OrderDto extends ListedOrderDto {
  @ApiProperty({
    ...nullable({ type: 'array', items: { type: 'string' }, example: null }),
    description: 'Null without the permission `orders.values`, and where there are none.',
  })
  codes: string[] | null;

  @ApiProperty({
    ...nullable({ type: 'object', additionalProperties: { type: 'string' }, example: {} }),
    description: 'Other parameters that were sent; null without the permission `orders.values`.',
  })
  extra: Record<string, string> | null;

  @ApiProperty(nullable({ type: 'string', example: 'operator:ada' }))
  decided_by: string | null;

  @ApiProperty(nullable({ type: 'string', example: null }))
  reason: string | null;

  @ApiProperty({
    description:
      'For operators only. Empty without `costs.read` and `suppliers.balances` where a supplier has refused the order.',
  })
  note: string;
}

/** How an order was closed. */
export class DecisionDto {
  @ApiProperty({ example: 'ID_9fffb0d849a45215' })
  order_id: string;

  @ApiProperty({ enum: ['accept', 'reject'] })
  status: OrderStatus;

  @ApiProperty({ example: 'operator:ada' })
  decided_by: string;
}

/** What became of one order of several. */
export class OrderResultDto {
  @ApiProperty({ example: 'ID_9fffb0d849a45215' })
  order_id: string;

  @ApiProperty({ type: 'integer', example: 200, description: 'As if it was the only one.' })
  status: number;

  @ApiProperty({
    ...nullable({ type: 'string', example: null }),
    description: 'The `type` of the problem; null where the order was closed.',
  })
  type: string | null;

  @ApiProperty(nullable({ type: 'string', example: null }))
  detail: string | null;
}

export class OrderResultsDto {
  @ApiProperty({ type: [OrderResultDto] })
  items: OrderResultDto[];
}
