import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { fieldsOf } from '../import/reading/field-values.js';
import { RowFault } from '../import/reading/import-faults.js';
import { imageOf, productTypeOf, quantityValuesOf } from '../import/reading/row-values.js';
import type { Product } from '../product.entity.js';

/** Values of a product as an operator gave them, in the forms of a catalog file. What is undefined stays. */
interface GivenValues {
  readonly productType?: unknown;
  readonly quantityValues?: unknown;
  readonly fields?: unknown;
  readonly image?: unknown;
}

type Values = Partial<Pick<Product, 'productType' | 'quantityValues' | 'fields' | 'image'>>;

/**
 * Checks values of a product by the rules of an import.
 * @param before what stays of type and quantities if only one of them is given.
 * @throws OperatorError
 */
export function productValues(
  given: GivenValues,
  before: Pick<Product, 'productType' | 'quantityValues'>,
): Values {
  const { fields, image, ...quantities } = given;
  return {
    ...refusedAs('product.quantities', () => quantitiesOf(quantities, before)),
    ...(fields !== undefined && {
      fields: refusedAs('product.fields', () => fieldsOf(fields)),
    }),
    ...(image !== undefined && { image: refusedAs('product.image', () => imageOf(image)) }),
  };
}

/** @throws OperatorError for a fault of the row */
function refusedAs<Value>(
  key: 'product.quantities' | 'product.fields' | 'product.image',
  read: () => Value,
): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    const { message: reason } = error;
    throw new OperatorError(...sentence(key, { reason }));
  }
}

function quantitiesOf(
  { productType, quantityValues }: Pick<GivenValues, 'productType' | 'quantityValues'>,
  before: Pick<Product, 'productType' | 'quantityValues'>,
): Values {
  const type = productType === undefined ? before.productType : productTypeOf(productType);
  const isChosen = productType !== undefined || quantityValues !== undefined;
  const values = quantityValues === undefined ? before.quantityValues : quantityValues;
  return {
    ...(productType !== undefined && { productType: type }),
    ...(isChosen && { quantityValues: quantityValuesOf(values, type) }),
  };
}
