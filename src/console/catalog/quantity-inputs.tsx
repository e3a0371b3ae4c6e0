import type { ProductDto } from '../../operations/catalog/product.operations.js';
import { Choice, Input, TextArea } from '../../pages/form.js';
import { useWords, type Words } from '../../pages/words.js';

interface QuantityInputsProps {
  /** Left out for a new one. */
  readonly product?: Pick<ProductDto, 'product_type' | 'qty_values'>;
}

/** How quantities of a product are chosen: its type, and bounds or a list. */
export function QuantityInputs({ product }: QuantityInputsProps) {
  const words = useWords('catalog');
  const { min, max, list } = presentQuantities(product?.qty_values ?? null);
  const bound = { isDecimal: true, isOptional: true };
  return (
    <>
      <Choice
        name="product_type"
        label={words.productType}
        options={['package', 'amount', 'specificPackage'].map(
          (type) => [type, productTypeText(words, type)] as const,
        )}
        value={product?.product_type ?? 'package'}
      />
      <Input name="min" label={words.least} value={min} {...bound} />
      <Input name="max" label={words.most} hint={words.boundsHint} value={max} {...bound} />
      <TextArea
        name="quantities"
        label={words.quantityList}
        hint={words.quantityListHint}
        value={list}
        isOptional
      />
    </>
  );
}

/** How the quantity of a product is chosen. */
export function productTypeText(words: Words<'catalog'>, type: string): string {
  if (type === 'amount') return words.typeAmount;
  return type === 'package' ? words.typePackage : words.typeSpecific;
}

/** The quantities that may be ordered, in one line. */
export function quantitiesText(values: object): string {
  const { min, max, list } = presentQuantities(values);
  return list === '' ? `${min} – ${max}` : list.replaceAll('\n', ', ');
}

/** Quantity values as they are typed: decimal texts, a list with one a line. */
function presentQuantities(values: object | null): { min: string; max: string; list: string } {
  if (Array.isArray(values)) return { min: '', max: '', list: values.join('\n') };
  const { min = '', max = '' } = (values ?? {}) as { readonly min?: string; readonly max?: string };
  return { min, max, list: '' };
}
