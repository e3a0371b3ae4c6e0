import type { Type } from '@nestjs/common';
import type { MessageKey } from '../../common/sentence.js';

/** A check of one value, and the end of the sentence that tells what it must be. */
export interface FieldCheck {
  readonly accepts: (value: unknown) => boolean;
  readonly must: string;
  /** The same for pages in other languages. */
  readonly messageKey?: MessageKey | undefined;
}

/** One property of a class of requests or of answers. */
export interface DescribedField {
  readonly name: string;
  /** As OpenAPI has it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Others that its schema names. */
  readonly models?: readonly Type[] | undefined;
  /** The check of a value in a request; an answer has none. */
  readonly check?: FieldCheck;
  /** The field may be left out. */
  readonly optional?: boolean;
  /** The field may be null. */
  readonly nullable?: boolean;
  /** The option of a command, where that is not the name with hyphens; of a boolean, one without `on` and `off`. */
  readonly flag?: string | undefined;
  /** What the option of a command is called, where that is an imperative unlike the name; a boolean keeps `on` and `off`. */
  readonly option?: string | undefined;
  /** A text that is a number. */
  readonly isDecimal?: boolean | undefined;
  /** The audit does not tell its value. */
  readonly isSecret?: boolean | undefined;
  /** What is typed in a command for null; `default` if left out. */
  readonly nullWord?: string | undefined;
  /** False if commands do not have it. */
  readonly isTyped?: boolean | undefined;
}

/** By the prototype of their class. */
const FIELDS = new WeakMap<object, DescribedField[]>();

/** Adds a field to the class that declares it. */
export function describeField(field: Omit<DescribedField, 'name'>): PropertyDecorator {
  return (prototype, name) => {
    const own = FIELDS.get(prototype) ?? [];
    FIELDS.set(prototype, [...own, { ...field, name: String(name) }]);
  };
}

/** The fields that the class itself declares, in their order. */
export function ownFields(type: Type): readonly DescribedField[] {
  return FIELDS.get(type.prototype as object) ?? [];
}

/** All fields of a class, its own before those of the class that it extends. */
export function fieldsOf(type: Type): readonly DescribedField[] {
  const own = ownFields(type);
  const parent = Object.getPrototypeOf(type) as Type | null;
  const inherited = parent?.prototype ? fieldsOf(parent) : [];
  return [...own, ...inherited.filter(({ name }) => own.every((one) => one.name !== name))];
}

/** A class that is only described, by its fields. */
export function describedType<Shown extends object>(
  name: string,
  fields: Readonly<Record<string, Pick<DescribedField, 'schema' | 'models'>>>,
): Type<Shown> {
  function Described(): void {
    throw new Error(`${name} is only described`);
  }
  Object.defineProperty(Described, 'name', { value: name });
  for (const [field, { schema, models }] of Object.entries(fields)) {
    describeField({ schema, models })(Described.prototype as object, field);
  }
  return Described as unknown as Type<Shown>;
}
