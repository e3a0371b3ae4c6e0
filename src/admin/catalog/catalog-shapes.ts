import type { Category } from '../../catalog/category.entity.js';
import type { PriceChange } from '../../catalog/editing/base-price.service.js';
import type { CategoryChange } from '../../catalog/editing/category.service.js';
import type { Product } from '../../catalog/product.entity.js';
import type { PriceRule } from '../../catalog/rules/price-rule.entity.js';
import type { RuleKey } from '../../catalog/rules/rule-queries.js';
import type { VisibilityRule } from '../../catalog/rules/visibility-rule.entity.js';
import { numericText } from '../../common/decimal.js';
import { timeOf } from '../../operations/answers/shown.js';
import type { ChangedPriceDto } from './base-prices.dto.js';
import type {
  CategoryChangeDto,
  CategoryDto,
  NewProductDto,
  ProductChangeDto,
  ProductDto,
} from './items.dto.js';
import type { PriceRuleDto, VisibilityRuleDto } from './rules.dto.js';

export function categoryShape(category: Category): CategoryDto {
  const { id, parentId, name, position, testingOnly } = category;
  return { id, parent_id: parentId, name, position, testing_only: testingOnly };
}

export function categoryChangeOf({ name, parent_id: parentId }: CategoryChangeDto): CategoryChange {
  return {
    ...(name !== undefined && { name }),
    ...(parentId !== undefined && { parentId }),
  };
}

/** The settings of a product that a request names. */
export function productSettingsOf(change: ProductChangeDto | NewProductDto) {
  const { name, available, category_id: categoryId, position } = change;
  const { product_type: productType, qty_values: quantityValues, fields, image } = change;
  const { codes_per_piece: codesPerPiece, delivers_codes: deliversCodes } = change;
  return {
    ...(name !== undefined && { name }),
    ...(available !== undefined && { available }),
    ...(categoryId !== undefined && { categoryId }),
    ...(position !== undefined && { position }),
    ...(productType !== undefined && { productType }),
    ...(quantityValues !== undefined && { quantityValues }),
    ...(fields !== undefined && { fields }),
    ...(image !== undefined && { image }),
    ...(codesPerPiece !== undefined && { codesPerPiece }),
    ...(deliversCodes !== undefined && { deliversCodes }),
  };
}

export function productShape(product: Product): ProductDto {
  return {
    id: product.id,
    category_id: product.categoryId,
    name: product.name,
    price: numericText(product.price),
    available: product.available,
    product_type: product.productType,
    qty_values: product.quantityValues,
    params: product.fields.map(({ name }) => name),
    fields: product.fields,
    image: product.image,
    position: product.position,
    codes_per_piece: product.codesPerPiece,
    delivers_codes: product.deliversCodes,
    deleted_at: timeOf(product.deletedAt),
  };
}

export function visibilityRuleShape(
  rule: RuleKey & Pick<VisibilityRule, 'visible'>,
): VisibilityRuleDto {
  return { ...keyShape(rule), visible: rule.visible };
}

export function priceRuleShape(
  rule: RuleKey & Pick<PriceRule, 'percentage' | 'fixedPrice'>,
): PriceRuleDto {
  const { percentage, fixedPrice } = rule;
  return {
    ...keyShape(rule),
    percentage: percentage === null ? null : numericText(percentage),
    fixed_price: fixedPrice === null ? null : numericText(fixedPrice),
  };
}

export function changedPriceShape({ id, name, before, after }: PriceChange): ChangedPriceDto {
  return { product_id: id, name, before: numericText(before), after: numericText(after) };
}

function keyShape({ accountId, groupId, categoryId, productId }: RuleKey) {
  return {
    account_id: accountId,
    group_id: groupId,
    category_id: categoryId,
    product_id: productId,
  };
}
