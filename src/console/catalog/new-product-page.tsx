import type { CategoryDto } from '../../operations/catalog/category.operations.js';
import { productCreate } from '../../operations/catalog/product.operations.js';
import type { CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { Check, Form, Input, type FormState } from '../../pages/form.js';
import type { DeliveryChoices } from '../delivery/delivery-reading.service.js';
import { DeliveryInputs } from '../delivery/delivery-inputs.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { PathLinks } from './item-parts.js';
import { FieldRows } from './fields-form.js';
import { ImageInput } from './product-forms.js';
import { TEMPLATE_NAMES, templateOf, type ProductTemplate } from './product-templates.js';
import { QuantityInputs } from './quantity-inputs.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** Where a product is to be made. */
export interface NewProductPlace {
  readonly category: Pick<CategoryDto, 'id'>;
  readonly path: readonly CategoryAbove[];
  /** What can deliver it; left out for those who may not set that. */
  readonly choices?: DeliveryChoices;
}

/** The field, and the parameter of the page, that names a template. */
const TEMPLATE = 'template';

/** The form for a product of a category, filled in by a template. */
export function newProductPage(
  visit: Visit,
  { category, path, choices }: NewProductPlace,
  state: FormState = {},
): Page {
  const words = wordsOf(visit.language, 'catalog');
  const cost = wordsOf(visit.language, 'productCost');
  const to = `catalog/categories/${category.id}/products`;
  const chosen = state.values?.[TEMPLATE] ?? visit.query.get(TEMPLATE) ?? '';
  const template = templateOf(chosen);
  return {
    title: words.newProduct,
    content: (
      <>
        <PathLinks path={path} />
        <Templates page={to} chosen={chosen} />
        <section class="card">
          <Form
            to={to}
            state={state}
            label={words.newProduct}
            button={words.create}
            class="pairs"
            hidden={{
              [TEMPLATE]: chosen,
              delivers_codes: template.delivers === 'codes' ? 'true' : undefined,
            }}
            {...formFor(productCreate)}
          >
            <Input name="name" label={words.name} />
            <Input name="price" label={words.basePrice} hint={words.priceHint} />
            {visit.caller.may('costs.edit') && (
              <Input name="cost" label={cost.cost} hint={cost.newHint} isDecimal isOptional />
            )}
            <QuantityInputs product={template} />
            <ImageInput />
            {choices && <DeliveryInputs choices={choices} chosen={wayFor(template, choices)} />}
            <h2>{words.accountFields}</h2>
            <p class="hint">{words.accountFieldsHint}</p>
            <FieldRows fields={template.fields} />
            <Check name="available" label={words.availableAtOnce} />
          </Form>
        </section>
      </>
    ),
  };
}

/** Of several stocks none is taken: a wrong one would sell the codes of another product. */
function wayFor({ delivers }: ProductTemplate, { stocks }: DeliveryChoices): string {
  if (delivers === 'codes') return stocks.length === 1 ? `stock:${stocks[0]}` : '';
  return delivers ?? '';
}

interface TemplatesProps {
  /** Of the form. */
  readonly page: string;
  readonly chosen: string;
}

/** The first choice: what kind of product it is, by which the form is filled in. */
function Templates({ page, chosen }: TemplatesProps) {
  const { links } = useVisit();
  const words = useWords('catalog');
  return (
    <nav class="columns templates" aria-label={words.template}>
      {TEMPLATE_NAMES.map((name) => (
        <a
          key={name}
          class="card"
          href={links.to(page, { [TEMPLATE]: name })}
          aria-current={name === chosen ? 'true' : undefined}
        >
          <strong>{words.templates[name]}</strong> <small>{words.templateHints[name]}</small>
        </a>
      ))}
    </nav>
  );
}
