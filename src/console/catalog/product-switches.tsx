import { productSet, type ProductDto } from '../../operations/catalog/product.operations.js';
import { Form, Submit } from '../../pages/form.js';
import { formFor } from '../operations/form-for.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';
/** Switches a product off and on, deletes and restores it. */
export function ProductSwitches({ product }: { readonly product: ProductDto }) {
  const words = useWords('catalog');
  const { available } = product;
  const change = formFor(productSet, product);
  const isDeleted = product.deleted_at !== null;
  const to = (name: string): string => `catalog/products/${product.id}/${name}`;
  return (
    <section class="actions">
      {!isDeleted && (
        <Form to={to('availability')} label={words.availability} {...change}>
          <Submit kind="plain" name="available" value={String(!available)}>
            {available ? words.switchOff : words.switchOn}
          </Submit>
          <small>{words.availabilityHint}</small>
        </Form>
      )}
      <Form to={to('deletion')} label={words.delete} {...change}>
        <Submit kind={isDeleted ? 'plain' : 'danger'} name="deleted" value={String(!isDeleted)}>
          {isDeleted ? words.restore : words.delete}
        </Submit>
        <small>{words.deleteHint}</small>
      </Form>
    </section>
  );
}

/** Asked before a product is deleted. */
export function deletionQuestion({ language }: Visit): ConfirmQuestion {
  const words = wordsOf(language, 'catalog');
  return { title: words.deleteProduct, warning: words.deleteWarning };
}
