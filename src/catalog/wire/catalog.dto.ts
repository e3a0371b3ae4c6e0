import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { CURRENCY } from '../../common/money.js';
import { FIELD_TYPES, type FieldType } from '../account-field.js';
import { PRODUCT_TYPES, type ProductType } from '../quantity-values.js';

const IMAGE = 'https://shop.example/images/games.svg';

export class CategoryDto {
  @ApiProperty({ type: 'integer', example: 3 })
  id: number;

  @ApiProperty({ example: '🎮 Game top-ups' })
  name: string;

  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'Null for a root.' })
  parent_id: number | null;

  @ApiProperty({ format: 'uri', example: IMAGE })
  category_img: string;

  @ApiProperty({ format: 'uri', example: IMAGE, description: 'The same as `category_img`.' })
  image: string;
}

class AccountFieldDto {
  @ApiProperty({ example: 'playerId', description: 'The query parameter of newOrder.' })
  name: string;

  @ApiProperty({ example: 'Player ID' })
  label: string;

  @ApiProperty({ enum: FIELD_TYPES })
  type: FieldType;

  @ApiProperty()
  required: boolean;

  @ApiProperty({ required: false, example: '[0-9]{5,12}' })
  pattern?: string;

  @ApiProperty({ required: false, type: [String], example: ['Europe', 'Asia'] })
  options?: string[];
}

class QuantityRangeDto {
  @ApiProperty({ example: '500' })
  min: string;

  @ApiProperty({ example: '500000' })
  max: string;
}

@ApiExtraModels(QuantityRangeDto)
class ProductDto {
  @ApiProperty({ type: 'integer', example: 1001 })
  id: number;

  @ApiProperty({ example: '60 UC' })
  name: string;

  @ApiProperty({ type: 'number', example: 0.00772255027173913, description: 'USD a unit, exact.' })
  price: number;

  @ApiProperty({ enum: [CURRENCY] })
  currency: typeof CURRENCY;

  @ApiProperty({ type: 'integer', example: 12 })
  parent_id: number;

  @ApiProperty({ type: 'integer', example: 12, description: 'The same as `parent_id`.' })
  category_id: number;

  @ApiProperty({ example: 'PUBG Mobile UC' })
  category_name: string;

  @ApiProperty({ description: 'Whether it can be ordered now.' })
  available: boolean;

  @ApiProperty({ enum: PRODUCT_TYPES })
  product_type: ProductType;

  @ApiProperty({ type: [AccountFieldDto] })
  input_schema: AccountFieldDto[];

  @ApiProperty({ type: [String], example: ['playerId'] })
  params: string[];

  @ApiProperty({
    oneOf: [
      { $ref: getSchemaPath(QuantityRangeDto) },
      { type: 'array', items: { type: 'string' } },
      { type: 'null' },
    ],
    example: { min: '500', max: '500000' },
    description: 'Allowed quantities: an inclusive range, a list, or null.',
  })
  qty_values: QuantityRangeDto | string[] | null;

  @ApiProperty({ format: 'uri', example: IMAGE })
  image: string;

  @ApiProperty({ format: 'uri', example: IMAGE })
  category_img: string;
}

/** A product of an answer with `base=1`. */
class BaseProductDto {
  @ApiProperty({ type: 'integer', example: 1001 })
  id: number;

  @ApiProperty({ example: '60 UC' })
  name: string;
}

class NodeDto extends CategoryDto {
  @ApiProperty({ type: () => [NodeDto] })
  categories: NodeDto[];

  @ApiProperty({ type: [ProductDto] })
  products: ProductDto[];
}

/** A successful answer with a status. */
class OkDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';
}

export class ContentDto extends OkDto {
  @ApiProperty({ type: [CategoryDto] })
  categories: CategoryDto[];

  @ApiProperty({ type: [ProductDto] })
  products: ProductDto[];

  @ApiProperty({ type: 'integer', example: 0 })
  category_id: number;
}

export class FlatCategoriesDto extends OkDto {
  @ApiProperty({ type: [CategoryDto] })
  categories: CategoryDto[];

  @ApiProperty({ type: [CategoryDto] })
  data: CategoryDto[];

  @ApiProperty({ type: [CategoryDto] })
  items: CategoryDto[];

  @ApiProperty({ type: 'integer' })
  count: number;
}

export class TreeDto extends OkDto {
  @ApiProperty({ type: [NodeDto] })
  categories: NodeDto[];
}

export class CatalogDto extends TreeDto {
  @ApiProperty({ type: [CategoryDto] })
  flat_categories: CategoryDto[];

  @ApiProperty({ type: [ProductDto] })
  products: ProductDto[];

  @ApiProperty({ type: 'integer' })
  categories_count: number;

  @ApiProperty({ type: 'integer' })
  products_count: number;
}

const REMOVED_IDS = {
  type: 'integer',
  isArray: true,
  required: false,
  description: 'Ids; absent if `full` is true.',
} as const;

export class ChangesDto extends OkDto {
  @ApiProperty({ description: 'True if everything is listed; then drop all other items.' })
  full: boolean;

  @ApiProperty({ type: [CategoryDto], description: 'New ones, and those that look otherwise now.' })
  categories: CategoryDto[];

  @ApiProperty({ type: [ProductDto], description: 'New ones, and those that look otherwise now.' })
  products: ProductDto[];

  @ApiProperty(REMOVED_IDS)
  removed_categories?: number[];

  @ApiProperty(REMOVED_IDS)
  removed_products?: number[];

  @ApiProperty({
    example: 'qT3mFzX0bW5uYk1cVh7sRj2eLx8nDp4oGa6ZiKMwBQ9yUvSfNdCHtg',
    description: 'The `since` of the next request.',
  })
  cursor: string;
}

/** A product of a list, complete or with `base=1`. */
const PRODUCT_LIST_ITEM = {
  oneOf: [{ $ref: getSchemaPath(ProductDto) }, { $ref: getSchemaPath(BaseProductDto) }],
};

/** The bare array of `products`. */
export const PRODUCT_ARRAY = { type: 'array', items: PRODUCT_LIST_ITEM } as const;

@ApiExtraModels(ProductDto, BaseProductDto)
export class WrappedProductsDto extends OkDto {
  @ApiProperty(PRODUCT_ARRAY)
  products: (ProductDto | BaseProductDto)[];

  @ApiProperty(PRODUCT_ARRAY)
  data: (ProductDto | BaseProductDto)[];

  @ApiProperty(PRODUCT_ARRAY)
  items: (ProductDto | BaseProductDto)[];

  @ApiProperty({ type: 'integer' })
  count: number;
}
