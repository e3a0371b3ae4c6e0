import type { ComponentProps } from 'preact';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import type { FormDisclosure } from '../../pages/card.js';

/** What a form of a product needs. */
export interface ProductFormProps {
  readonly product: ProductDto;
  /** All of the form but its title and fields. */
  readonly form: Omit<ComponentProps<typeof FormDisclosure>, 'title'>;
}
