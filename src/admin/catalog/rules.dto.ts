import { ApiProperty } from '@nestjs/swagger';
import { FlagField, FormField, IdField, IdParameter } from '../../operations/fields/fields.js';
import { nullable } from '../../operations/answers/shown.js';
import { PERCENTAGE, PRICE } from '../../operations/catalog/described-values.js';

/** For whom a rule is, and what it is about. */
export class RuleKeyDto {
  @IdField({ optional: true, description: 'For an account.' })
  account_id?: number;

  @IdField({ optional: true, description: 'For a group.' })
  group_id?: number;

  @IdField({ optional: true, description: 'A category with all below it.' })
  category_id?: number;

  @IdField({ optional: true, description: 'One product.' })
  product_id?: number;
}

/** The same in the parameters of a URL. */
export class RuleQuery {
  @IdParameter({ description: 'For an account.' })
  account_id?: string;

  @IdParameter({ description: 'For a group.' })
  group_id?: string;

  @IdParameter({ description: 'A category.' })
  category_id?: string;

  @IdParameter({ description: 'A product.' })
  product_id?: string;
}

export class VisibilityDto extends RuleKeyDto {
  @FlagField({ description: 'Without an account and a group it is for everyone.' })
  visible: boolean;
}

export class PriceRuleSettingDto extends RuleKeyDto {
  @FormField({ ...PERCENTAGE, optional: true, description: 'On the base price.' })
  percentage?: string;

  @FormField({ ...PRICE, optional: true, description: 'USD a unit, for a product.' })
  fixed_price?: string;
}

/** A rule, with null for what it does not name. */
class RuleDto {
  @ApiProperty(nullable({ type: 'integer', example: 2 }))
  account_id: number | null;

  @ApiProperty(nullable({ type: 'integer', example: null }))
  group_id: number | null;

  @ApiProperty(nullable({ type: 'integer', example: null }))
  category_id: number | null;

  @ApiProperty(nullable({ type: 'integer', example: 1001 }))
  product_id: number | null;
}

export class VisibilityRuleDto extends RuleDto {
  @ApiProperty()
  visible: boolean;
}

export class VisibilityRulePageDto {
  @ApiProperty({ type: [VisibilityRuleDto] })
  items: VisibilityRuleDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

export class PriceRuleDto extends RuleDto {
  @ApiProperty(nullable({ type: 'string', example: '5' }))
  percentage: string | null;

  @ApiProperty(nullable({ type: 'string', example: null }))
  fixed_price: string | null;
}

export class PriceRulePageDto {
  @ApiProperty({ type: [PriceRuleDto] })
  items: PriceRuleDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}
