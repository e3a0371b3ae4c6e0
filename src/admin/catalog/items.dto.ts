import { ApiProperty } from '@nestjs/swagger';
import { CODES_PER_PIECE } from '../../catalog/codes-per-piece.js';
import { PRODUCT_TYPES } from '../../catalog/quantity-values.js';
import {
  FlagField,
  FormField,
  IdField,
  IdParameter,
  IntegerField,
  JsonField,
  TextField,
  WordField,
} from '../../operations/fields/fields.js';
import { ListQuery } from '../../operations/lists/page.js';
import { nullable, TIME } from '../../operations/answers/shown.js';
import { NEXT, PRICE } from './described-values.js';

const QUANTITIES = { type: 'object', additionalProperties: true } as const;
const FIELDS = { type: 'array', items: {} } as const;
const SOUGHT = { max: 200, min: 1, optional: true } as const;
const NAME = { max: 500, min: 1 };
const DELIVERS_CODES =
  'Whether each piece is a code; none is then delivered to two orders, and more than 1,000 pieces are not ordered from a supplier. Null until an order has shown it.';

export class NewCategoryDto {
  @TextField({ ...NAME, example: 'PUBG Mobile' })
  name: string;

  @IdField({ optional: true, nullable: true, description: 'Null, or left out, for the root.' })
  parent_id?: number | null;
}

/** What is left out stays. */
export class CategoryChangeDto {
  @TextField({ ...NAME, optional: true, example: 'PUBG Mobile' })
  name?: string;

  @IdField({ optional: true, nullable: true, description: 'Moves it; null to the root.' })
  parent_id?: number | null;
}

export class CategoryDto {
  @ApiProperty({ type: 'integer', example: 3 })
  id: number;

  @ApiProperty(nullable({ type: 'integer', example: 1 }))
  parent_id: number | null;

  @ApiProperty({ example: 'PUBG Mobile' })
  name: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'Order among its siblings.' })
  position: number;

  @ApiProperty({ description: 'True if only testing accounts see it.' })
  testing_only: boolean;
}

export class CategoryPageDto {
  @ApiProperty({ type: [CategoryDto] })
  items: CategoryDto[];

  @ApiProperty(NEXT)
  next: string | null;
}

/** A part of the categories. */
export class CategoryQuery extends ListQuery {
  @TextField({
    ...SOUGHT,
    description: 'Only categories that have words in their names which begin with each of these.',
  })
  text?: string;
}

export class ProductQuery extends ListQuery {
  @IdParameter({ description: 'Only products that stand in this category.' })
  category_id?: string;

  @WordField(['true', 'false'], { optional: true, description: 'true lists deleted ones instead.' })
  deleted?: string;

  @TextField({
    ...SOUGHT,
    description: 'Only products that have words in their names which begin with each of these.',
  })
  text?: string;
}

/** What a product is besides its category, name and price. Its values are checked as those of a file are. */
class ProductPartsDto {
  @WordField(PRODUCT_TYPES, { optional: true, description: 'How quantities are chosen.' })
  product_type?: string;

  @JsonField(QUANTITIES, {
    optional: true,
    nullable: true,
    description: 'Null, `{min, max}` or a list of quantities; all of them texts.',
    example: { min: '1', max: '50' },
  })
  qty_values?: object | null;

  @JsonField(FIELDS, {
    optional: true,
    description: 'Names, or `{name, label, type, required, pattern, options}`.',
    example: ['playerId'],
  })
  fields?: unknown[];

  @TextField({
    max: 2_000,
    optional: true,
    nullable: true,
    description: 'An http(s) URL, or a path that starts with a slash; null for the placeholder.',
    example: '/images/uc.png',
  })
  image?: string | null;

  @IntegerField({ min: 0, max: 1_000_000_000, optional: true, description: 'In its category.' })
  position?: number;

  @IntegerField({
    ...CODES_PER_PIECE,
    optional: true,
    description: 'The most codes that a supplier or an extension may deliver for one piece.',
    example: 20,
  })
  codes_per_piece?: number;

  @FlagField({ optional: true, nullable: true, description: DELIVERS_CODES })
  delivers_codes?: boolean | null;
}

export class NewProductDto extends ProductPartsDto {
  @IdField()
  category_id: number;

  @TextField({ ...NAME, example: '60 UC' })
  name: string;

  @FormField({ ...PRICE, description: 'USD a unit, for everyone.' })
  price: string;

  @FlagField({ optional: true, description: 'False refuses orders for now.' })
  available?: boolean;
}

/** What is left out stays. */
export class ProductChangeDto extends ProductPartsDto {
  @TextField({ ...NAME, optional: true, example: '60 UC' })
  name?: string;

  @IdField({ optional: true, description: 'Moves it to this category.' })
  category_id?: number;

  @FlagField({ optional: true, description: 'False refuses orders for now.' })
  available?: boolean;

  @FlagField({
    optional: true,
    description: 'True deletes it; its orders stay. False restores it.',
  })
  deleted?: boolean;

  @FlagField({
    optional: true,
    description: 'True where `fields` may change the order of those that stay.',
  })
  reorder_fields?: boolean;
}

export class PriceDto {
  @FormField({ ...PRICE, description: 'USD a unit, for everyone.' })
  price: string;
}

export class ProductDto {
  @ApiProperty({ type: 'integer', example: 1001 })
  id: number;

  @ApiProperty({ type: 'integer', example: 3 })
  category_id: number;

  @ApiProperty({ example: '60 UC' })
  name: string;

  @ApiProperty({ example: '0.89', description: 'USD a unit, for everyone.' })
  price: string;

  @ApiProperty()
  available: boolean;

  @ApiProperty({ example: 'package' })
  product_type: string;

  @ApiProperty(nullable({ type: 'object', additionalProperties: true, example: null }))
  qty_values: object | null;

  @ApiProperty({ type: [String], example: ['playerId'], description: 'Names of account fields.' })
  params: string[];

  @ApiProperty({ type: 'array', items: { type: 'object' }, description: 'Account fields.' })
  fields: object[];

  @ApiProperty(nullable({ type: 'string', example: '/images/uc.png' }))
  image: string | null;

  @ApiProperty({ type: 'integer', example: 1, description: 'Order in its category.' })
  position: number;

  @ApiProperty({ type: 'integer', example: 20, description: 'The most that one piece may have.' })
  codes_per_piece: number;

  @ApiProperty(nullable({ type: 'boolean', example: null, description: DELIVERS_CODES }))
  delivers_codes: boolean | null;

  @ApiProperty(nullable(TIME))
  deleted_at: string | null;
}

export class ProductPageDto {
  @ApiProperty({ type: [ProductDto] })
  items: ProductDto[];

  @ApiProperty(NEXT)
  next: string | null;
}
