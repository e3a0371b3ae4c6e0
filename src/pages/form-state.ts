import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MessageKey } from '../common/sentence.js';

/** Why a form was refused. */
export interface FormFault {
  /** Of HTTP. */
  readonly status: number;
  /** One sentence, in English where it comes from a service; empty where the fields say it all. */
  readonly message: string;
  /** The sentence in the language of the page, if there is one. */
  readonly messageKey?: MessageKey | undefined;
  /** What is wrong with a field, by its name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The same in the language of the page. */
  readonly fieldKeys?: Readonly<Record<string, MessageKey | undefined>>;
  /** True where nothing could have changed, so that the message stands alone. */
  readonly saysAll?: boolean;
}

/** What a form holds, and why it was refused; of a new one neither. */
export interface FormState {
  readonly values?: Readonly<Record<string, string>>;
  /** All values of a field, of which several boxes may be ticked. */
  readonly all?: (name: string) => readonly string[];
  readonly fault?: FormFault | undefined;
  /** What was found by the texts of fields that name one of many things. */
  readonly picked?: Readonly<Record<string, Picked>>;
}

/** One of many things, such as an account. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

/** What was found by the text of a picker, which is an id or words of a name. */
export type Picked =
  | { readonly kind: 'empty' }
  | { readonly kind: 'none' }
  /** None of several was chosen, so that another name is to be typed. */
  | { readonly kind: 'another' }
  | ({ readonly kind: 'one' } & Named)
  | { readonly kind: 'several'; readonly options: readonly Named[]; readonly hasMore: boolean };

/** What is known of the fields of a form before it is sent. */
export interface FormFields {
  /** The present values of the thing that the form changes, by the names of the fields. */
  readonly present?: object | undefined;
  /** What may be typed into each, by its name. */
  readonly limits?: Readonly<Record<string, FieldLimits>> | undefined;
}

/** What may be typed into a field. */
export interface FieldLimits {
  readonly maxLength?: number;
  readonly isDecimal?: boolean;
  readonly isOptional?: boolean;
}

/** The form around a field. */
export const CurrentForm = createContext<FormState & FormFields & { readonly isSearch?: boolean }>(
  {},
);

/** What the form around a field knows of it. */
export function useField(name: string) {
  const { values, fault, present, limits, isSearch } = useContext(CurrentForm);
  return {
    isSearch,
    /** As it was sent, or else the present value; undefined if the form holds neither. */
    typed: values ? values[name] : textOf(valueOf(present, name)),
    fault: fault?.fields[name],
    faultKey: fault?.fieldKeys?.[name],
    limits: limits?.[name] ?? {},
  };
}

/** Whether a box is ticked; undefined if the form does not know it. */
export function useTicked(name: string, value: string): boolean | undefined {
  const { values, all, present } = useContext(CurrentForm);
  if (values) return all ? all(name).includes(value) : values[name] === value;
  const known = valueOf(present, name);
  if (Array.isArray(known)) return known.includes(value);
  return typeof known === 'boolean' ? known : undefined;
}

function valueOf(present: object | undefined, name: string): unknown {
  return (present as Readonly<Record<string, unknown>> | undefined)?.[name];
}

/** A present value as it would be typed: a list has a line for each item. */
function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
