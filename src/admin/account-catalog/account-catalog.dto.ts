import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { LISTING_REASONS, type ListingReason } from '../../catalog/view/product-explanation.js';
import { IdParameter } from '../../operations/fields/fields.js';
import { PageQuery } from '../../operations/lists/page.js';
import { nullable } from '../../operations/answers/shown.js';
import {
  PRICE_RULE,
  VISIBILITY_RULE,
  type PriceRuleDto,
  type VisibilityRuleDto,
} from '../../operations/catalog/rule.operations.js';

export class AccountCatalogQuery extends PageQuery {
  @IdParameter({ description: 'What stands in this category; in the root if absent.' })
  category_id?: string;
}

/** A category or product that an account sees. */
export class SeenItemDto {
  @ApiProperty({ enum: ['category', 'product'] })
  item: string;

  @ApiProperty({ type: 'integer', example: 1001 })
  id: number;

  @ApiProperty({ example: '60 UC' })
  name: string;

  @ApiProperty(nullable({ type: 'string', example: '0.93', description: 'USD a unit.' }))
  price: string | null;

  @ApiProperty(nullable({ type: 'boolean', example: true }))
  available: boolean | null;
}

export class SeenItemPageDto {
  @ApiProperty({ type: [SeenItemDto], description: 'Categories first, in their order.' })
  items: SeenItemDto[];

  @ApiProperty(nullable({ type: 'string', example: null }))
  next: string | null;
}

@ApiExtraModels(VISIBILITY_RULE.type, PRICE_RULE.type)
export class ExplainedProductDto {
  @ApiProperty({ type: 'integer', example: 1001 })
  id: number;

  @ApiProperty({ example: '60 UC' })
  name: string;

  @ApiProperty({ description: 'True if the account has it in its lists.' })
  listed: boolean;

  @ApiProperty({ enum: LISTING_REASONS, description: 'What decides whether it is listed.' })
  listed_by: ListingReason;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(VISIBILITY_RULE.type) }, { type: 'null' }],
    description: 'The rule that decides; null where none does.',
  })
  visibility_rule: VisibilityRuleDto | null;

  @ApiProperty({ example: '0.89', description: 'USD a unit, for everyone.' })
  base_price: string;

  @ApiProperty(
    nullable({ type: 'string', example: '0.93', description: 'USD a unit; null if it sees none.' }),
  )
  price: string | null;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(PRICE_RULE.type) }, { type: 'null' }],
    description: 'The rule that sets the price; null where the base price holds.',
  })
  price_rule: PriceRuleDto | null;
}
