import { ApiProperty } from '@nestjs/swagger';
import { PRICE_SCALE } from '../../common/money.js';
import { FlagField, FormField, IdField, IntegerField } from '../../operations/fields/fields.js';
import { PERCENTAGE } from '../../operations/catalog/described-values.js';

export class BasePriceChangeDto {
  @FormField({ ...PERCENTAGE, description: '+10 makes 2 USD 2.2 USD.' })
  percentage: string;

  @IdField({ optional: true, description: 'A category with all below it.' })
  category_id?: number;

  @IdField({ optional: true, description: 'One product.' })
  product_id?: number;

  @FlagField({ optional: true, description: 'True for the whole catalog.' })
  all?: boolean;

  @IntegerField({
    min: 0,
    max: PRICE_SCALE,
    optional: true,
    description: 'Decimals that the new prices keep, rounded half up; all of them if absent.',
  })
  decimals?: number;

  @FlagField({ optional: true, description: 'True only tells what would change.' })
  dry_run?: boolean;
}

export class ChangedPriceDto {
  @ApiProperty({ type: 'integer', example: 1001 })
  product_id: number;

  @ApiProperty({ example: '60 UC' })
  name: string;

  @ApiProperty({ example: '2', description: 'USD a unit.' })
  before: string;

  @ApiProperty({ example: '2.2', description: 'USD a unit.' })
  after: string;
}

export class ChangedPricesDto {
  @ApiProperty({ description: 'False for a dry run.' })
  applied: boolean;

  @ApiProperty({ type: 'integer', example: 1, description: 'How many prices differ.' })
  count: number;

  @ApiProperty({ type: [ChangedPriceDto], description: 'The first 100 of them, by id.' })
  items: ChangedPriceDto[];
}
