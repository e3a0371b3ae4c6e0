import { ApiProperty } from '@nestjs/swagger';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/rules/order-status.js';
import { IdParameter, TextField, TimeField } from '../../operations/fields/fields.js';
import { PageQuery } from '../../operations/lists/page.js';
import { nullable, TIME } from '../../operations/answers/shown.js';
import { REFUSAL_SHAPE, type RefusalDto } from '../../operations/orders/refusal.lists.js';
import { describedClass } from '../http/described-class.js';

const MAX_TEXT_CHARACTERS = 1_000;
const FOUND_BY = ['order_id', 'order_uuid', 'field', 'code'] as const;
const VALUES_SEARCHED = ['all', 'some', 'no key', 'not allowed'] as const;

export class OrderSearchQuery extends PageQuery {
  @TextField({
    min: 1,
    max: MAX_TEXT_CHARACTERS,
    example: '5512345678',
    description:
      'An order id, an order_uuid, the whole value of an account field such as a player id, or a delivered code.',
  })
  text: string;

  @IdParameter({ description: 'Only orders of this account.' })
  account_id?: string;

  @TimeField({ optional: true, description: 'Only orders of this time or later.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only orders before this time.' })
  to?: string;
}

/** An order that was found. */
export class FoundOrderDto {
  @ApiProperty({ example: 'ID_9fffb0d849a45215' })
  order_id: string;

  @ApiProperty({ enum: FOUND_BY, description: 'What the text is of the order.' })
  by: (typeof FOUND_BY)[number];

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
  total: string;

  @ApiProperty({ example: '0', description: 'USD that reversals have paid back.' })
  refunded: string;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: OrderStatus;

  @ApiProperty({ description: 'True for an order that moves neither money nor goods.' })
  test: boolean;

  @ApiProperty({ ...TIME, example: '2026-04-10T13:55:48.123456Z' })
  created_at: string;
}

export class OrderFindingsDto {
  @ApiProperty({ type: [FoundOrderDto] })
  items: FoundOrderDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;

  @ApiProperty({
    type: [describedClass(REFUSAL_SHAPE.type)],
    description: 'Refused requests with the text as order_uuid; on the first page only.',
  })
  refusals: RefusalDto[];

  @ApiProperty({
    type: [Number],
    description:
      'Accounts that have given the text up as order_uuid: it was never charged and never will be. On the first page only.',
  })
  sealed_for: number[];

  @ApiProperty({
    enum: VALUES_SEARCHED,
    description:
      'Whether fields and codes were searched: all; all but those of orders that are not in the index yet; none, for want of a secret key; or none, for want of the permission `orders.values`.',
  })
  values_searched: (typeof VALUES_SEARCHED)[number];
}
