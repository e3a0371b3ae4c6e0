import type { VNode } from 'preact';
import { FIELD_TYPES, type AccountField } from '../../catalog/account-field.js';
import type { ProductDto } from '../../operations/catalog/product.operations.js';
import { Disclosure } from '../../pages/disclosure.js';
import { isolated } from '../../pages/language.js';
import { Check, Choice, Form, Input, Submit, TextArea, type FormState } from '../../pages/form.js';
import { Confirmation } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { CATALOG_WORDS } from './catalog-words.js';
import type { ProductFormProps } from './product-form-props.js';
import { fieldNames } from './typed-product.js';

/** Empty rows behind those of a product, so that fields can be added without a script. */
const SPARE_ROWS = 2;

/** The account fields of a product, a group of inputs each. */
export function FieldsForm({ visit, product, tag, state, action }: ProductFormProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  const fields = product.fields as readonly AccountField[];
  const rows = Array.from({ length: fields.length + SPARE_ROWS }, (_, row) => row);
  return (
    <Disclosure title={words.accountFields} isOpen={state.fault !== undefined}>
      <Form action={action} hidden={tag} state={state} label={words.accountFields}>
        <p class="hint">{words.accountFieldsHint}</p>
        {rows.map((row) => (
          <FieldRow key={row} visit={visit} row={row} field={fields[row]} state={state} />
        ))}
        <Submit>{words.save}</Submit>
      </Form>
    </Disclosure>
  );
}

/** Asked before fields that stay change their order. @param values what was sent */
export function fieldOrderQuestion(
  visit: Visit,
  { id, name }: Pick<ProductDto, 'id' | 'name'>,
  values: Readonly<Record<string, string>>,
): Page {
  const words = CATALOG_WORDS[visit.language];
  const page = visit.links.to(`catalog/products/${id}`);
  return {
    title: `${isolated(name)} · ${isolated(String(id))}`,
    content: (
      <Confirmation
        title={words.reorderFields}
        warning={words.reorderWarning}
        action={`${page}/fields`}
        values={values}
        button={words.reorderFields}
        back={page}
      />
    ),
  };
}

interface FieldRowProps {
  readonly visit: Visit;
  readonly row: number;
  /** Undefined in a spare row. */
  readonly field: AccountField | undefined;
  readonly state: FormState;
}

function FieldRow({ visit, row, field, state }: FieldRowProps): VNode {
  const words = CATALOG_WORDS[visit.language];
  const names = fieldNames(row);
  const { values } = state;
  const isRequired = values ? values[names.required] !== undefined : (field?.required ?? true);
  const common = { isOptional: true, state };
  return (
    <fieldset>
      <legend>
        {words.field} {row + 1}
      </legend>
      <Input name={names.name} label={words.fieldName} value={field?.name} {...common} />
      <Input name={names.label} label={words.fieldLabel} value={field?.label} {...common} />
      <Choice
        name={names.type}
        label={words.fieldType}
        options={FIELD_TYPES.map((type) => [type, type] as const)}
        value={field?.type}
        state={state}
      />
      <Check name={names.required} label={words.fieldRequired} isChecked={isRequired} />
      <Input name={names.pattern} label={words.fieldPattern} value={field?.pattern} {...common} />
      <TextArea
        name={names.options}
        label={words.fieldOptions}
        value={field?.options?.join('\n')}
        {...common}
      />
    </fieldset>
  );
}
