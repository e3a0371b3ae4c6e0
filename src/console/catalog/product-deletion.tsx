import { productSet, type ProductDto } from '../../operations/catalog/product.operations.js';
import { FormCard } from '../../pages/card.js';
import { formFor } from '../operations/form-for.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** Deletes and restores a product. */
export function DeletionForm({ product }: { readonly product: ProductDto }) {
  const words = useWords('catalog');
  const isDeleted = product.deleted_at !== null;
  const { hidden, ...form } = formFor(productSet, product);
  return (
    <FormCard
      title={isDeleted ? words.restore : words.deleteProduct}
      to={`catalog/products/${product.id}/deletion`}
      hint={words.deleteHint}
      button={isDeleted ? words.restore : words.delete}
      kind={isDeleted ? 'plain' : 'danger'}
      hidden={{ ...hidden, deleted: String(!isDeleted) }}
      {...form}
    />
  );
}

/** Asked before a product is deleted. */
export function deletionQuestion({ language }: Visit): ConfirmQuestion {
  const words = wordsOf(language, 'catalog');
  return { title: words.deleteProduct, warning: words.deleteWarning };
}
