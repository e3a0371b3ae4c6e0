import type { VNode } from 'preact';
import type { ProductCostDto } from '../../operations/costs/cost.operations.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import type { CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { FormDisclosure } from '../../pages/card.js';
import { COMMON_WORDS } from '../../pages/common-words.js';
import { Choice, Input } from '../../pages/form.js';
import { useWords } from '../../pages/page-context.js';
import { Picker } from '../../pages/picker.js';
import { pathText } from '../shell/catalog-picker.service.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { useVisit } from '../visit/use-visit.js';
import { CATALOG_WORDS } from './catalog-words.js';
import { CostForm } from './product-cost.js';
import { FieldsForm } from './fields-form.js';
import type { ProductFormProps } from './product-form-props.js';
import { QuantityInputs } from './quantity-inputs.js';
import { ProductSwitches } from './product-switches.js';

interface ProductFormsProps {
  readonly product: ProductDto;
  /** Undefined for those who may not see it. */
  readonly cost: ProductCostDto | undefined;
  /** The categories above it. */
  readonly path: readonly CategoryAbove[];
  /** The hidden field with the tag of what is shown. */
  readonly tag: Readonly<Record<string, string>>;
  readonly refused: RefusedForm<string> | undefined;
}

/** What can be changed of a product, by those who may. */
export function ProductForms({ product, cost, path, tag, refused }: ProductFormsProps): VNode {
  const visit = useVisit();
  const present = { kind: 'one', id: product.category_id, name: pathText(path) } as const;
  const form = (name: string): ProductFormProps => ({
    ...{ visit, product, tag },
    state: stateOf(refused, name),
    to: `catalog/products/${product.id}/${name}`,
  });
  const mayEdit = visit.caller.may('catalog.edit');
  return (
    <>
      {mayEdit && <ProductSwitches product={product} tag={tag} />}
      {visit.caller.may('prices.edit') && <PriceForm {...form('price')} />}
      {cost && visit.caller.may('costs.edit') && <CostForm {...form('cost')} cost={cost} />}
      {mayEdit && (
        <>
          <FactsForm {...form('facts')} picked={refused?.picked ?? present} />
          <QuantitiesForm {...form('quantities')} />
          <FieldsForm {...form('fields')} />
        </>
      )}
    </>
  );
}

function PriceForm({ product, tag, state, to }: ProductFormProps): VNode {
  const words = useWords(CATALOG_WORDS);
  return (
    <FormDisclosure
      title={words.basePrice}
      to={to}
      hidden={tag}
      state={state}
      present={product}
      button={words.save}
    >
      <Input name="price" label={words.basePrice} hint={words.priceHint} isDecimal />
    </FormDisclosure>
  );
}

function FactsForm({ product, tag, state, to, picked }: ProductFormProps): VNode {
  const words = useWords(CATALOG_WORDS);
  const { yes, no } = useWords(COMMON_WORDS);
  return (
    <FormDisclosure
      title={words.facts}
      to={to}
      hidden={tag}
      state={state}
      present={product}
      button={words.save}
    >
      <Input name="name" label={words.name} maxLength={500} />
      <Picker name="category_id" label={words.category} picked={picked} />
      <Input name="position" label={words.position} hint={words.positionHint} isDecimal />
      <Input
        name="codes_per_piece"
        label={words.codesPerPiece}
        hint={words.codesPerPieceHint}
        isDecimal
      />
      <Choice
        name="delivers_codes"
        label={words.deliversCodes}
        hint={words.deliversCodesHint}
        options={[
          ['', words.untilShown],
          ['true', yes],
          ['false', no],
        ]}
      />
      <ImageInput />
    </FormDisclosure>
  );
}

export function ImageInput(): VNode {
  const words = useWords(CATALOG_WORDS);
  const props = { label: words.image, hint: words.imageHint, maxLength: 2_000 };
  return <Input name="image" {...props} isOptional />;
}

function QuantitiesForm({ product, tag, state, to }: ProductFormProps): VNode {
  const words = useWords(CATALOG_WORDS);
  return (
    <FormDisclosure
      title={words.qtyValues}
      to={to}
      hidden={tag}
      state={state}
      present={product}
      button={words.save}
    >
      <QuantityInputs product={product} />
    </FormDisclosure>
  );
}
