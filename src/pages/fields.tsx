import type { ComponentProps, VNode } from 'preact';
import { Choice, Input, TextArea, type FormState } from './form.js';

/** A field by what it has: options to choose from, a number of rows, or else one line. */
type Field =
  | ComponentProps<typeof Input>
  | ComponentProps<typeof Choice>
  | (ComponentProps<typeof TextArea> & { readonly rows: number });

interface FieldsProps {
  /** Of the form that they belong to. */
  readonly state?: FormState | undefined;
  readonly fields: readonly Field[];
}

/** The fields of a form, one below the other. */
export function Fields({ state, fields }: FieldsProps): VNode {
  return (
    <>
      {fields.map((field) => {
        if ('options' in field) return <Choice key={field.name} state={state} {...field} />;
        if ('rows' in field) return <TextArea key={field.name} state={state} {...field} />;
        return <Input key={field.name} state={state} {...field} />;
      })}
    </>
  );
}
