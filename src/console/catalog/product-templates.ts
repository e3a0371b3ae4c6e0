import type { AccountField } from '../../catalog/account-field.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';

/** What the form of a new product is filled in with. */
export interface ProductTemplate extends Pick<ProductDto, 'product_type' | 'qty_values'> {
  readonly fields: readonly AccountField[];
  /** What usually delivers such a product. */
  readonly delivers?: 'codes' | 'manual';
}

const PLAYER = { name: 'playerId', label: 'Player ID', type: 'string', required: true } as const;

const EMPTY: ProductTemplate = { product_type: 'package', qty_values: null, fields: [] };

const TEMPLATES = {
  'top-up': { ...EMPTY, fields: [PLAYER], delivers: 'manual' },
  'gift-card': { ...EMPTY, qty_values: { min: '1', max: '10' }, delivers: 'codes' },
  amount: {
    ...EMPTY,
    product_type: 'amount',
    qty_values: { min: '1', max: '10000' },
    fields: [PLAYER],
    delivers: 'manual',
  },
} as const satisfies Readonly<Record<string, ProductTemplate>>;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

/** The template of a name; an empty one for any other name. */
export function templateOf(name: string): ProductTemplate {
  return Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name as TemplateName] : EMPTY;
}
