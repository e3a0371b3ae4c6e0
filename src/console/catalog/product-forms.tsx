import type { VNode } from 'preact';
import type { ProductCostDto } from '../../operations/costs/cost.operations.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import type { CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { COMMON_WORDS } from '../../pages/common-words.js';
import { Disclosure } from '../../pages/disclosure.js';
import { Choice, Form, Input, type FormState } from '../../pages/form.js';
import { Picker } from '../../pages/picker.js';
import { pathText } from '../shell/catalog-picker.service.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import type { Visit } from '../visit/visit.js';
import { CATALOG_WORDS } from './catalog-words.js';
import { CostForm } from './product-cost.js';
import { FieldsForm } from './fields-form.js';
import type { ProductFormProps } from './product-form-props.js';
import { QuantityInputs } from './quantity-inputs.js';
import { ProductSwitches } from './product-switches.js';

interface ProductFormsProps {
  readonly visit: Visit;
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
export function ProductForms({
  visit,
  product,
  cost,
  path,
  tag,
  refused,
}: ProductFormsProps): VNode {
  const present = { kind: 'one', id: product.category_id, name: pathText(path) } as const;
  const form = (name: string): ProductFormProps => ({
    ...{ visit, product, tag },
    state: stateOf(refused, name),
    action: visit.links.to(`catalog/products/${product.id}/${name}`),
  });
  const mayEdit = visit.caller.may('catalog.edit');
  return (
    <>
      {mayEdit && <ProductSwitches visit={visit} product={product} tag={tag} />}
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

function PriceForm({ visit, product, tag, state, action }: ProductFormProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  return (
    <Disclosure title={words.basePrice} isOpen={state.fault !== undefined}>
      <Form action={action} hidden={tag} state={state} label={words.basePrice} button={words.save}>
        <Input
          name="price"
          label={words.basePrice}
          hint={words.priceHint}
          value={product.price}
          isDecimal
          state={state}
        />
      </Form>
    </Disclosure>
  );
}

function FactsForm({ visit, product, tag, state, action, picked }: ProductFormProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  const { yes, no } = COMMON_WORDS[visit.language];
  return (
    <Disclosure title={words.facts} isOpen={state.fault !== undefined}>
      <Form action={action} hidden={tag} state={state} label={words.facts} button={words.save}>
        <Input name="name" label={words.name} value={product.name} maxLength={500} state={state} />
        <Picker
          name="category_id"
          label={words.category}
          value={String(product.category_id)}
          picked={picked}
          state={state}
        />
        <Input
          name="position"
          label={words.position}
          hint={words.positionHint}
          value={String(product.position)}
          isDecimal
          state={state}
        />
        <Input
          name="codes_per_piece"
          label={words.codesPerPiece}
          hint={words.codesPerPieceHint}
          value={String(product.codes_per_piece)}
          isDecimal
          state={state}
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
          value={String(product.delivers_codes ?? '')}
          state={state}
        />
        <ImageInput visit={visit} value={product.image ?? ''} state={state} />
      </Form>
    </Disclosure>
  );
}

interface ImageInputProps {
  readonly visit: Visit;
  readonly value?: string;
  readonly state: FormState;
}

export function ImageInput({ visit, value, state }: ImageInputProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  return (
    <Input
      name="image"
      label={words.image}
      hint={words.imageHint}
      value={value}
      maxLength={2_000}
      isOptional
      state={state}
    />
  );
}

function QuantitiesForm({ visit, product, tag, state, action }: ProductFormProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  return (
    <Disclosure title={words.quantities} isOpen={state.fault !== undefined}>
      <Form action={action} hidden={tag} state={state} label={words.quantities} button={words.save}>
        <QuantityInputs visit={visit} product={product} state={state} />
      </Form>
    </Disclosure>
  );
}
