import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { CHECKPOINT, type SignedTextDto } from '../../account/receipts/receipts.dto.js';
import { ORDER_STATUSES, type OrderStatus } from '../rules/order-status.js';

const FIELDS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  example: { playerId: '5123' },
  description: 'The account fields as sent.',
} as const;

export class ReplayDto {
  @ApiProperty({ type: [String], example: ['CODE-1'] })
  replay: string[];
}

@ApiExtraModels(ReplayDto)
export class PlacedOrderDto {
  @ApiProperty({ pattern: '^ID_[0-9a-f]{16}$', example: 'ID_9fffb0d849a45215' })
  order_id: string;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: OrderStatus;

  @ApiProperty({ type: 'number', example: 1.26048, description: 'USD charged, exact.' })
  price: number;

  @ApiProperty(FIELDS)
  data: Record<string, string>;

  @ApiProperty({
    oneOf: [{ type: 'array', items: { $ref: getSchemaPath(ReplayDto) } }, { type: 'null' }],
    example: null,
    description: 'The codes, when they are delivered.',
  })
  replay_api: ReplayDto[] | null;
}

/** Answer of newOrder. */
export class NewOrderDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty()
  data: PlacedOrderDto;
}

export class CheckedOrderDto {
  @ApiProperty({ pattern: '^ID_[0-9a-f]{16}$', example: 'ID_9fffb0d849a45215' })
  order_id: string;

  @ApiProperty({ type: 'number', example: 1 })
  quantity: number;

  @ApiProperty(FIELDS)
  data: Record<string, string>;

  @ApiProperty({
    pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
    example: '2026-04-10 13:55:48',
    description: 'UTC.',
  })
  created_at: string;

  @ApiProperty({ example: '60 UC' })
  product_name: string;

  @ApiProperty({ pattern: '^\\d+(\\.\\d{1,8})?$', example: '1.26048', description: 'USD charged.' })
  price: string;

  @ApiProperty({ enum: ORDER_STATUSES })
  status: OrderStatus;

  @ApiProperty({
    oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
    example: ['CODE-1'],
  })
  replay_api: string[] | null;

  @ApiPropertyOptional({
    oneOf: [{ type: 'string' }, { type: 'null' }],
    example: null,
    description: 'With details=1: why the shop rejected the order, or null.',
  })
  reason?: string | null;

  @ApiPropertyOptional({
    pattern: '^\\d+(\\.\\d{1,8})?$',
    example: '0.5',
    description:
      'With details=1: USD that the shop has paid back of an accepted order; absent if nothing.',
  })
  refunded?: string;
}

/** Answer of check. */
export class CheckDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ type: [CheckedOrderDto] })
  data: CheckedOrderDto[];

  @ApiPropertyOptional({
    type: [String],
    description: 'With seal=1: those of the listed order_uuids that can never become an order.',
  })
  sealed?: string[];

  @ApiPropertyOptional(CHECKPOINT)
  checkpoint?: SignedTextDto | null;
}
