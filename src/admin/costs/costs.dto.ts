import { ApiProperty } from '@nestjs/swagger';
import { messageKey } from '../../common/message-key.js';
import { isPrice } from '../../catalog/price-text.js';
import type { CostSource } from '../../fulfillment/costs/product-cost.js';
import { FlagField, FormField, TextField, WordField } from '../../operations/fields/fields.js';
import { ListQuery } from '../../operations/lists/page.js';
import { nullable, TIME } from '../../operations/answers/shown.js';

const SOURCES = ['manual', 'import', 'supplier'] as const satisfies readonly CostSource[];
const SEPARATORS = [',', ';', '\t'] as const;
/** Of a CSV in a body: some 15,000 rows. */
const MAX_CSV_CHARACTERS = 200_000;

export class CostQuery extends ListQuery {
  @WordField(['true', 'false'], { optional: true, description: 'true: only unknown costs.' })
  unknown?: 'true' | 'false';
}

export class CostDto {
  @FormField({
    accepts: isPrice,
    must: 'must be USD as a text such as "0.71", with at most 18 decimals',
    refusal: messageKey('field.money', { signed: false, decimals: 18 }),
    nullable: true,
    example: '0.71',
    description: 'USD for a unit; null makes it unknown, until the next sync of its supplier.',
  })
  cost: string | null;
}

/** What a product costs the shop. */
export class ProductCostDto {
  @ApiProperty({ type: 'integer', example: 1001 })
  product_id: number;

  @ApiProperty({ example: '60 UC' })
  name: string;

  @ApiProperty({ example: '0.89', description: 'USD: the base price.' })
  price: string;

  @ApiProperty({
    ...nullable({ type: 'string', example: '0.71' }),
    description: 'USD for a unit; null if it is unknown.',
  })
  cost: string | null;

  @ApiProperty(nullable({ type: 'string', enum: [...SOURCES], example: 'manual' }))
  source: CostSource | null;

  @ApiProperty(nullable(TIME))
  set_at: string | null;
}

export class ProductCostPageDto {
  @ApiProperty({ type: [ProductCostDto] })
  items: ProductCostDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class CostImportDto {
  @TextField({
    min: 1,
    max: MAX_CSV_CHARACTERS,
    example: 'id,cost\n1001,0.71\n',
    description:
      'A CSV with the columns id and cost, such as the list of costs as CSV; an empty cost is unknown.',
  })
  csv: string;

  @WordField(SEPARATORS, { optional: true, description: 'Between columns; a comma if absent.' })
  separator?: (typeof SEPARATORS)[number];

  @FlagField({ optional: true, description: 'True only tells what would change.' })
  dry_run?: boolean;
}

export class ImportedCostsDto {
  @ApiProperty({ description: 'False for a dry run.' })
  applied: boolean;

  @ApiProperty({ type: 'integer', example: 2 })
  set: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Costs that are unknown now.' })
  removed: number;

  @ApiProperty({ type: 'integer', example: 40 })
  unchanged: number;
}
