import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/rules/order-status.js';
import { TextField } from '../../operations/fields/fields.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

const KEY = '2c9a52d7-6a0c-4c0e-a1b5-6f0d1e9a7b21';

/** A purchase of a waiting order that its supplier may have got. */
export class PurchaseDto {
  @ApiProperty({ example: 'acme' })
  supplier: string;

  @ApiProperty({ example: KEY, description: 'The `order_uuid` under which it was sent.' })
  key: string;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'How often it was bought again under another key.',
  })
  generation: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Sent under this key.' })
  requests: number;

  @ApiProperty({ ...TIME, description: 'Of the last request.' })
  sent_at: string;

  @ApiProperty({
    ...nullable({ type: 'string', example: 'ID_0b2f8c529c434c4c' }),
    description: 'The order that the supplier has answered; null while it has confirmed none.',
  })
  supplier_order: string | null;

  @ApiProperty({
    ...nullable(TIME),
    description: 'Since when the supplier does not know that order any more; null if it knows it.',
  })
  forgotten_at: string | null;
}

/** A waiting order is bought from one supplier at a time. */
@ApiExtraModels(PurchaseDto)
export class OrderPurchaseDto {
  @ApiProperty({ example: 'ID_9fffb0d849a45215' })
  order_id: string;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: OrderStatus;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(PurchaseDto) }, { type: 'null' }],
    description: 'Null once the order is decided, and while nothing was sent to a supplier.',
  })
  purchase: PurchaseDto | null;
}

export class BuyAgainDto {
  @TextField({
    min: 1,
    max: 36,
    example: KEY,
    description:
      'The `key` of the forgotten purchase, from `GET orders/:order/purchase`: it says that its evidence was looked at, and that nothing has changed since.',
  })
  instead_of: string;
}

export class BoughtAgainDto {
  @ApiProperty({ example: 'ID_9fffb0d849a45215' })
  order_id: string;

  @ApiProperty({ example: 'acme' })
  supplier: string;

  @ApiProperty({ type: 'integer', example: 1 })
  generation: number;

  @ApiProperty({ example: KEY, description: 'The former key.' })
  instead_of: string;

  @ApiProperty({
    description:
      'True if the supplier has sealed the former key; false if it cannot, and does not know it.',
  })
  sealed: boolean;
}
