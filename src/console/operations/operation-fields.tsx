import type { Type } from '@nestjs/common';
import type { VNode } from 'preact';
import { fieldsOf } from '../../operations/fields/described-field.js';
import { Input, type FormState } from '../../pages/form.js';

interface OperationFieldsProps {
  readonly input: Type;
  /** What the page calls each field. */
  readonly labels: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string>>;
  /** What they hold before the form was sent. */
  readonly values?: Readonly<Record<string, string>>;
  readonly state?: FormState | undefined;
}

const MAX_NUMBER_CHARACTERS = 40;

/** The fields of an operation's input that have a label, within the limits that it declares. */
export function OperationFields({ input, labels, ...props }: OperationFieldsProps): VNode {
  const { hints = {}, values = {}, state } = props;
  const fields = fieldsOf(input).filter(({ name }) => labels[name] !== undefined);
  return (
    <>
      {fields.map(({ name, schema, ...field }) => (
        <Input
          key={name}
          name={name}
          label={labels[name] ?? ''}
          {...(hints[name] !== undefined && { hint: hints[name] })}
          value={values[name]}
          maxLength={Number(schema.maxLength ?? MAX_NUMBER_CHARACTERS)}
          isDecimal={schema.type === 'integer' || schema.pattern !== undefined}
          isOptional={field.optional === true || field.nullable === true}
          state={state}
        />
      ))}
    </>
  );
}
