import type { ProductDto } from '../../operations/catalog/product.operations.js';
import type { FormState } from '../../pages/form.js';
import type { Picked } from '../../pages/picker.js';

/** What a form of a product needs. */
export interface ProductFormProps {
  readonly product: ProductDto;
  /** The hidden field with the tag of what is shown. */
  readonly tag: Readonly<Record<string, string>>;
  readonly state: FormState;
  /** What was found by the text that names its category. */
  readonly picked?: Picked | undefined;
  /** The page that takes it. */
  readonly to: string;
}
