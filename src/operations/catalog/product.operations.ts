import { CODES_PER_PIECE } from '../../catalog/codes-per-piece.js';
import { ProductService, type ProductSettings } from '../../catalog/editing/product.service.js';
import type { Product } from '../../catalog/product.entity.js';
import { PRODUCT_TYPES } from '../../catalog/quantity-values.js';
import { flag, json, money, text, texts, time, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import {
  FlagField,
  FormField,
  IdField,
  IntegerField,
  JsonField,
  TextField,
  WordField,
} from '../fields/fields.js';
import { camelCased } from '../../common/camel-cased.js';
import { given } from '../given.js';
import { operation, type Target } from '../operation.js';
import { PRICE } from './described-values.js';

const QUANTITIES = { type: 'object', additionalProperties: true } as const;
const FIELDS = { type: 'array', items: {} } as const;
const NAME = { max: 500, min: 1, example: '60 UC' };
const BASE_PRICE = { ...PRICE, description: 'USD a unit, for everyone.' };
const AVAILABLE = { optional: true, description: 'False refuses orders for now.' };
const DELIVERS_CODES =
  'Whether each piece is a code; none is then delivered to two orders, and more than 1,000 pieces are not ordered from a supplier. Null until an order has shown it.';

/** What a product is besides its category, name and price. Its values are checked as those of a file are. */
class ProductPartsDto {
  @WordField(PRODUCT_TYPES, {
    optional: true,
    isTyped: false,
    description: 'How quantities are chosen.',
  })
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

  @TextField(NAME)
  name: string;

  @FormField(BASE_PRICE)
  price: string;

  @FlagField(AVAILABLE)
  available?: boolean;
}

/** What is left out stays. */
export class ProductChangeDto extends ProductPartsDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @IdField({ optional: true, flag: 'category', description: 'Moves it to this category.' })
  category_id?: number;

  @FlagField(AVAILABLE)
  available?: boolean;

  @FlagField({
    optional: true,
    flag: 'delete',
    description: 'True deletes it; its orders stay. False restores it.',
  })
  deleted?: boolean;

  @FlagField({
    optional: true,
    isTyped: false,
    description: 'True where `fields` may change the order of those that stay.',
  })
  reorder_fields?: boolean;
}

export class PriceDto {
  @FormField(BASE_PRICE)
  price: string;
}

/** The settings of a product, for who may change its price as well. */
export class ProductSettingsDto extends ProductChangeDto {
  @FormField({ ...BASE_PRICE, optional: true })
  price?: string;
}

export const PRODUCT_SHAPE = shapeOf<Product>()('ProductDto', {
  id: whole({ example: 1001 }),
  category_id: whole({ example: 3 }),
  name: text({ example: '60 UC' }),
  price: money({ example: '0.89', description: 'USD a unit, for everyone.' }),
  available: flag(),
  product_type: text({ example: 'package' }),
  qty_values: json.orNull(({ quantityValues }) => quantityValues),
  params: texts(({ fields }) => fields.map(({ name }) => name), {
    example: ['playerId'],
    description: 'Names of account fields.',
  }),
  fields: json({
    form: { type: 'array', items: { type: 'object' } },
    description: 'Account fields.',
  }),
  image: text.orNull({ example: '/images/uc.png' }),
  position: whole({ example: 1, description: 'Order in its category.' }),
  codes_per_piece: whole({ example: 20, description: 'The most that one piece may have.' }),
  delivers_codes: flag.orNull({ description: DELIVERS_CODES }),
  deleted_at: time.orNull(),
});
export type ProductDto = ShownBy<typeof PRODUCT_SHAPE>;

export const PRODUCT = {
  noun: 'product',
  shape: PRODUCT_SHAPE,
  locked: (services, manager, id) => services(ProductService).locked(manager, id),
} satisfies Target<Product>;

/** The settings that a request names. */
function settingsOf({ qty_values: quantityValues, ...settings }: ProductSettingsDto) {
  return given<ProductSettings>({ ...camelCased(settings), quantityValues });
}

export const productCreate = operation({
  name: 'product create',
  summary: 'make a product, behind the others of its category',
  description: 'It is delivered by the operator until handlers are set.',
  permission: 'catalog.edit',
  route: 'POST products',
  makes: true,
  input: NewProductDto,
  answer: PRODUCT_SHAPE.type,
  run: async ({ services, manager, input }) => {
    const { category_id: categoryId, name, price } = input;
    const settings = { ...settingsOf(input), categoryId, name, price };
    return { answer: PRODUCT_SHAPE.of(await services(ProductService).create(manager, settings)) };
  },
});

export const productSet = operation({
  name: 'product set',
  summary: 'change a product, move it, switch it off or on, delete or restore it',
  permission: 'catalog.edit',
  route: 'PATCH products/:id',
  kind: 'setting',
  target: PRODUCT,
  input: ProductChangeDto,
  run: async ({ services, manager, id, input, assertMay }) => {
    const change: ProductSettings = settingsOf(input);
    if (change.price !== undefined) assertMay('prices.edit');
    await services(ProductService).change(manager, id, change);
  },
});

export const productPrice = operation({
  name: 'product set',
  operationId: 'product-price',
  summary: 'set the base price of a product',
  permission: 'prices.edit',
  route: 'PUT products/:id/price',
  target: PRODUCT,
  input: PriceDto,
  run: async ({ services, manager, id, input: { price } }) => {
    await services(ProductService).change(manager, id, { price });
  },
});

/** All settings of a product at once, its price among them. */
export const productSettings = { ...productSet, input: ProductSettingsDto };

export const PRODUCT_OPERATIONS = [productCreate, productSet, productPrice];
