import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { ListingReason } from '../../catalog/view/product-explanation.js';
import type { RefusalCause } from '../../operator/refusals/refusal-cause.js';
import { LISTING_REASONS } from '../account-catalog/account-catalog.dto.js';
import { VisibilityRuleDto } from '../catalog/rules.dto.js';
import {
  IdParameter,
  IntegerParameter,
  TextField,
  TimeField,
} from '../../operations/fields/fields.js';
import { ListQuery } from '../../operations/lists/page.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

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

const CAUSES = ['hidden', 'no-product', 'off', 'stock', 'none'] as const;

/** A stock that the product of a refused order is delivered from. */
export class StockNowDto {
  @ApiProperty({ example: 'uc60' })
  name: string;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Codes that can be sold now; 1000 for more.',
  })
  free: number;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Codes held back after a restore; 1000 for more.',
  })
  held: number;
}

/** What holds now of that for which an order was refused. */
@ApiExtraModels(VisibilityRuleDto)
export class RefusalCauseDto {
  @ApiProperty({
    enum: CAUSES,
    description:
      'The account does not see the product; there is no such product; it is switched off; the stocks it is delivered from; or nothing of that holds any more.',
  })
  kind: RefusalCause['kind'];

  @ApiProperty({
    ...nullable({ type: 'string', enum: LISTING_REASONS }),
    description: 'Why the account does not see the product.',
  })
  listed_by: ListingReason | null;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(VisibilityRuleDto) }, { type: 'null' }],
    description: 'The rule that hides it; null where none does.',
  })
  visibility_rule: VisibilityRuleDto | null;

  @ApiProperty({ type: [StockNowDto], description: 'In the order in which they are tried.' })
  stocks: StockNowDto[];
}

/** A request of newOrder that was refused. */
@ApiExtraModels(RefusalCauseDto)
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
    description: 'As it was sent, if it is no UUID; null if it was missing, or malformed and long.',
  })
  order_uuid: string | null;

  @ApiProperty(nullable({ type: 'string', example: '203.0.113.7' }))
  address: string | null;

  @ApiProperty({ example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' })
  request_id: string;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(RefusalCauseDto) }, { type: 'null' }],
    description:
      'What is behind the codes 105, 109 and 110 now; it may have been another thing then. Null for other codes, for 105 with more pieces than one order may have, without `catalog.read` (105: `stock.read` and `delivery.read`), and in a file.',
  })
  cause_now: RefusalCauseDto | null;
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
