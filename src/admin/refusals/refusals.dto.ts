import { ApiProperty } from '@nestjs/swagger';
import { IdParameter, IntegerParameter, TextField, TimeField } from '../http/fields.js';
import { ListQuery } from '../http/page.js';
import { nullable, TIME } from '../http/shown.js';

export class RefusalQuery extends ListQuery {
  @TextField({
    max: 200,
    min: 1,
    optional: true,
    example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11',
    description: 'Only requests with this order_uuid.',
  })
  order_uuid?: string;

  @IdParameter({ description: 'Only requests of this account.' })
  account_id?: string;

  @IdParameter({ description: 'Only requests for this product.' })
  product_id?: string;

  @IntegerParameter({ min: 100, max: 699, description: 'Only those refused with this code.' })
  code?: string;

  @TimeField({ optional: true, description: 'Only refusals of this time or later.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only refusals before this time.' })
  to?: string;
}

/** A request of newOrder that was refused. */
export class RefusalDto {
  @ApiProperty({ example: '019a9b3c-0000-7000-8000-000000000000' })
  id: string;

  @ApiProperty(TIME)
  at: string;

  @ApiProperty({ type: 'integer', example: 2 })
  account_id: number;

  @ApiProperty({ type: 'integer', example: 100, description: 'As the reseller was answered.' })
  code: number;

  @ApiProperty({ example: 'Insufficient balance', description: 'As the reseller was answered.' })
  reason: string;

  @ApiProperty({
    ...nullable({ type: 'integer', example: 1001 }),
    description: 'As requested; there may be no such product.',
  })
  product_id: number | null;

  @ApiProperty({
    ...nullable({ type: 'string', example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' }),
    description: 'Null if it was missing or malformed.',
  })
  order_uuid: string | null;

  @ApiProperty(nullable({ type: 'string', example: '203.0.113.7' }))
  address: string | null;

  @ApiProperty({ example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' })
  request_id: string;
}

export class RefusalPageDto {
  @ApiProperty({ type: [RefusalDto] })
  items: RefusalDto[];

  @ApiProperty({
    ...nullable({ type: 'string', example: null }),
    description: 'A page before the end may have few items, or none.',
  })
  next: string | null;
}
