import type { ProductCostDto } from '../../operations/costs/cost.operations.js';
import { productPicture } from '../../operations/catalog/picture.operations.js';
import {
  productSet,
  productSettings,
  type ProductDto,
} from '../../operations/catalog/product.operations.js';
import type { AccountField } from '../../catalog/account-field.js';
import type { CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { FormCard, FormDisclosure } from '../../pages/card.js';
import { Check, Choice, Input } from '../../pages/form.js';
import { Picker, type Picked } from '../../pages/picker.js';
import { pathText } from '../shell/catalog-picker.service.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import { useVisit } from '../visit/use-visit.js';
import { CostForm } from './product-cost.js';
import { PictureForm } from './picture-form.js';
import { FieldRows } from './fields-form.js';
import { QuantityInputs } from './quantity-inputs.js';
import { useWords } from '../../pages/words.js';

interface ProductFormsProps {
  readonly product: ProductDto;
  /** Undefined for those who may not see it. */
  readonly cost: ProductCostDto | undefined;
  /** The categories above it. */
  readonly path: readonly CategoryAbove[];
  readonly refused: RefusedForm<string> | undefined;
}

/** What can be changed of a product, by those who may. */
export function ProductForms({ product, cost, path, refused }: ProductFormsProps) {
  const visit = useVisit();
  const words = useWords('catalog');
  const present = { kind: 'one', id: product.category_id, name: pathText(path) } as const;
  const sent = (name: string) => ({
    to: `catalog/products/${product.id}/${name}`,
    state: stateOf(refused, name),
  });
  const mayEdit = visit.caller.may('catalog.edit');
  return (
    <>
      {mayEdit && (
        <FormCard
          title={words.facts}
          class="pairs"
          button={words.save}
          {...sent('settings')}
          {...formFor(productSettings, product)}
        >
          <SettingInputs present={present} />
          <QuantityInputs product={product} />
        </FormCard>
      )}
      {cost && visit.caller.may('costs.edit') && <CostForm {...sent('cost')} cost={cost} />}
      {mayEdit && (
        <>
          <FormDisclosure
            title={words.accountFields}
            hint={words.accountFieldsHint}
            class="pairs"
            button={words.save}
            {...sent('fields')}
            {...formFor(productSet, product)}
          >
            <FieldRows fields={product.fields as readonly AccountField[]} />
          </FormDisclosure>
          <PictureForm image={product.image} operation={productPicture} {...sent('picture')} />
        </>
      )}
    </>
  );
}

function SettingInputs({ present }: { readonly present: Picked }) {
  const { caller } = useVisit();
  const words = useWords('catalog');
  const { yes, no } = useWords('common');
  return (
    <>
      <Check name="available" label={words.onSale} />
      <Input name="name" label={words.name} />
      {caller.may('prices.edit') && (
        <Input name="price" label={words.basePrice} hint={words.priceHint} />
      )}
      <Picker name="category_id" label={words.category} present={present} />
      <Input name="position" label={words.position} hint={words.positionHint} />
      <Input name="codes_per_piece" label={words.codesPerPiece} hint={words.codesPerPieceHint} />
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
    </>
  );
}

export function ImageInput() {
  const words = useWords('catalog');
  return <Input name="image" label={words.image} hint={words.imageHint} />;
}
