import type { CategoryDto } from '../../operations/catalog/category.operations.js';
import { productCreate } from '../../operations/catalog/product.operations.js';
import type { CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { Check, Form, Input, type FormState } from '../../pages/form.js';
import type { DeliveryChoices } from '../delivery/delivery-reading.service.js';
import { DeliveryInputs } from '../delivery/way-select.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { PathLinks } from './item-parts.js';
import { ImageInput, FieldRows } from './product-forms.js';
import { QuantityInputs } from './quantity-inputs.js';
import { wordsOf } from '../../pages/words.js';

/** Where a product is to be made. */
export interface NewProductPlace {
  readonly category: Pick<CategoryDto, 'id'>;
  readonly path: readonly CategoryAbove[];
  /** What can deliver it; left out for those who may not set that. */
  readonly choices?: DeliveryChoices;
}

/** The form for a product of a category. */
export function newProductPage(
  visit: Visit,
  { category, path, choices }: NewProductPlace,
  state: FormState = {},
): Page {
  const words = wordsOf(visit.language, 'catalog');
  const cost = wordsOf(visit.language, 'productCost');
  return {
    title: words.newProduct,
    content: (
      <>
        <PathLinks path={path} />
        <section class="card">
          <Form
            to={`catalog/categories/${category.id}/products`}
            state={state}
            label={words.newProduct}
            button={words.create}
            class="pairs"
            {...formFor(productCreate)}
          >
            <Input name="name" label={words.name} />
            <Input name="price" label={words.basePrice} hint={words.priceHint} />
            {visit.caller.may('costs.edit') && (
              <Input name="cost" label={cost.cost} hint={cost.newHint} isDecimal isOptional />
            )}
            <QuantityInputs />
            <ImageInput />
            {choices && <DeliveryInputs choices={choices} />}
            <h2>{words.accountFields}</h2>
            <p class="hint">{words.accountFieldsHint}</p>
            <FieldRows fields={[]} />
            <Check name="available" label={words.availableAtOnce} />
          </Form>
        </section>
      </>
    ),
  };
}
