import { FIELD_TYPES, type AccountField } from '../../catalog/account-field.js';
import { Check, Choice, Input, TextArea } from '../../pages/form.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Visit } from '../visit/visit.js';
import { fieldNames } from './typed-product.js';
import { useWords, wordsOf } from '../../pages/words.js';

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
