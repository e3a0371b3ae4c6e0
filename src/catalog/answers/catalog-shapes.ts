import { jsonNumber, type RawJson } from '../../common/json.js';
import { CURRENCY } from '../../common/money.js';
import type { AccountField } from '../account-field.js';
import type { ListedCategory, ListedProduct } from '../view/catalog-view.js';
import type { ProductType, QuantityValues } from '../quantity-values.js';

/** A category on the wire. `image` repeats `category_img`, because some clients read only `image`. */
interface CategoryShape {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
  readonly category_img: string;
  readonly image: string;
}

/** A product on the wire: exactly these keys in this order. */
interface ProductShape {
  readonly id: number;
  readonly name: string;
  readonly price: RawJson;
  readonly currency: typeof CURRENCY;
  readonly parent_id: number;
  readonly category_id: number;
  readonly category_name: string;
  readonly available: boolean;
  readonly product_type: ProductType;
  readonly input_schema: readonly AccountField[];
  readonly params: readonly string[];
  readonly qty_values: QuantityValues;
  readonly image: string;
  readonly category_img: string;
}

/** A product on the wire with `base=1`. */
type BaseProductShape = Pick<ProductShape, 'id' | 'name'>;

const PLACEHOLDER = '/images/placeholder.svg';

/** Converts listed items to their wire shapes, with absolute image URLs. */
export class CatalogShapes {
  constructor(private readonly baseUrl: string) {}

  readonly categoryJson = (category: ListedCategory): string =>
    JSON.stringify(this.category(category));

  readonly productJson = (product: ListedProduct): string => JSON.stringify(this.product(product));

  readonly baseProductJson = ({ id, name }: ListedProduct): string =>
    JSON.stringify({ id, name } satisfies BaseProductShape);

  category({ id, name, parentId, image }: ListedCategory): CategoryShape {
    const url = this.imageUrl(image ?? PLACEHOLDER);
    return { id, name, parent_id: parentId, category_img: url, image: url };
  }

  product(product: ListedProduct): ProductShape {
    const { category } = product;
    const categoryImage = category.image ?? PLACEHOLDER;
    return {
      id: product.id,
      name: product.name,
      price: jsonNumber(product.price),
      currency: CURRENCY,
      parent_id: category.id,
      category_id: category.id,
      category_name: category.name,
      available: product.available,
      product_type: product.productType,
      input_schema: product.fields,
      params: product.fields.filter(({ required }) => required).map(({ name }) => name),
      qty_values: product.quantityValues,
      image: this.imageUrl(product.image ?? categoryImage),
      category_img: this.imageUrl(categoryImage),
    };
  }

  private imageUrl(image: string): string {
    // Answers of some shops contain URLs without a scheme.
    if (image.startsWith('//')) return `https:${image}`;
    return image.startsWith('/') ? `${this.baseUrl}${image}` : image;
  }
}
