import { costAlone, type ProductCostDto } from '../../operations/costs/cost.operations.js';
import { productPicture } from '../../operations/catalog/picture.operations.js';
import {
  productSet,
  productSettings,
  type ProductDto,
} from '../../operations/catalog/product.operations.js';
import { FIELD_TYPES, type AccountField } from '../../catalog/account-field.js';
import type { CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import { FormCard, FormDisclosure } from '../../pages/card.js';
import {
  Check,
  Choice,
  Input,
  ENTITY_TAG_FIELD,
  TextArea,
  type FormState,
} from '../../pages/form.js';
import { Picker, type Picked } from '../../pages/picker.js';
import { pathText } from '../shell/catalog-picker.service.js';
import { sentTo, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import { useVisit } from '../visit/use-visit.js';
import { PictureForm } from './picture-form.js';
import { QuantityInputs } from './quantity-inputs.js';
import { useWords, wordsOf } from '../../pages/words.js';
import { entityTagOf } from '../../admin/http/precondition.js';
import { Time } from '../../pages/values.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Visit } from '../visit/visit.js';
import { fieldNames } from './typed-product.js';

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
  const sent = (name: string) => sentTo(`catalog/products/${product.id}`, name, refused);
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

/** Who has said what a product costs the shop, or what follows where nobody has. */
export function CostSource({ cost }: { readonly cost: ProductCostDto }) {
  const words = useWords('productCost');
  if (cost.cost === null) return <>{words.unknown}</>;
  return (
    <>
      {cost.source && words.sources[cost.source]} <Time value={cost.set_at} />
    </>
  );
}

interface CostFormProps {
  readonly to: string;
  readonly cost: ProductCostDto;
  readonly state: FormState;
}

/** Sets what a product costs the shop. */
function CostForm({ to, cost, state }: CostFormProps) {
  const words = useWords('productCost');
  return (
    <FormDisclosure
      title={words.cost}
      to={to}
      hidden={{ [ENTITY_TAG_FIELD]: entityTagOf(costAlone(cost)) }}
      state={state}
      present={cost}
      button={words.save}
    >
      <Input name="cost" label={words.cost} hint={words.hint} isDecimal isOptional />
    </FormDisclosure>
  );
}

/** Empty rows behind those of a product, so that fields can be added without a script. */
const SPARE_ROWS = 2;

/** Account fields, a group of inputs each. */
export function FieldRows({ fields }: { readonly fields: readonly AccountField[] }) {
  const rows = Array.from({ length: fields.length + SPARE_ROWS }, (_, row) => row);
  return (
    <>
      {rows.map((row) => (
        <FieldRow key={row} row={row} field={fields[row]} />
      ))}
    </>
  );
}

/** Asked before fields that stay change their order. */
export function fieldOrderQuestion({ language }: Visit): ConfirmQuestion {
  const words = wordsOf(language, 'catalog');
  return { title: words.reorderFields, warning: words.reorderWarning };
}

interface FieldRowProps {
  readonly row: number;
  /** Undefined in a spare row. */
  readonly field: AccountField | undefined;
}

function FieldRow({ row, field }: FieldRowProps) {
  const words = useWords('catalog');
  const names = fieldNames(row);
  const types = FIELD_TYPES.map((type) => [type, type] as const);
  const isRequired = field?.required ?? true;
  return (
    <fieldset>
      <legend>
        {words.field} {row + 1}
      </legend>
      <Input name={names.name} label={words.fieldName} value={field?.name} isOptional />
      <Input name={names.label} label={words.label} value={field?.label} isOptional />
      <Choice name={names.type} label={words.fieldType} options={types} value={field?.type} />
      <Check name={names.required} label={words.fieldRequired} isTicked={isRequired} />
      <Input name={names.pattern} label={words.fieldPattern} value={field?.pattern} isOptional />
      <TextArea
        name={names.options}
        label={words.fieldOptions}
        value={field?.options?.join('\n')}
        isOptional
      />
    </fieldset>
  );
}
