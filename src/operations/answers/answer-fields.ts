import type { Type } from '@nestjs/common';
import { numericText } from '../../common/decimal.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { nullable, TIME } from './shown.js';

type Schema = Readonly<Record<string, unknown>>;

/** What a field of an answer is. */
interface DescribedAnswer {
  /** As OpenAPI has it. */
  readonly schema: Schema;
  /** Others that the schema names. */
  readonly models?: readonly Type[];
  /** How a file has it. */
  readonly csv: 'text' | 'plain' | 'json';
  /** Without it the value is null. */
  readonly permission?: Permission | undefined;
}

/** One field of an answer, with where it stands in the thing that is shown. */
export interface AnswerField<Thing, Value> extends DescribedAnswer {
  /** @param may tells whether who asks has a permission, for what is within */
  readonly read: (thing: Thing, may?: (permission: Permission) => boolean) => Value;
}

/** The same for what the thing has under the name of the field, such as `groupId` for `group_id`. */
export interface NamedField<Stored, Value> extends DescribedAnswer {
  readonly shownAs: (stored: Stored) => Value;
}

interface FieldNotes {
  readonly description?: string;
  readonly example?: unknown;
  /** What OpenAPI has of it, where the kind does not say it. */
  readonly form?: Schema;
  /** For a text that needs no quotes in a file, such as an id. */
  readonly csv?: 'plain';
  /** Without it the value is null. */
  readonly permission?: Permission;
}

/** Declares fields that hold the same: what the thing has under their name, or what is read from it. */
interface FieldOf<Stored, Value> {
  (notes?: FieldNotes): NamedField<Stored, Value>;
  <Thing>(read: (thing: Thing) => Stored, notes?: FieldNotes): AnswerField<Thing, Value>;
}

/** Declares fields of one kind. */
interface FieldKind<Stored, Value> extends FieldOf<Stored, Value> {
  /** The same for what may be null. */
  readonly orNull: FieldOf<Stored | null, Value | null>;
}

function fieldOf<Stored, Value>(
  formOf: (notes: FieldNotes) => Schema,
  csv: DescribedAnswer['csv'],
  valueOf: (stored: Stored) => Value,
): FieldOf<Stored, Value> {
  const described = ({ description, permission, ...notes }: FieldNotes) => ({
    schema: { ...formOf(notes), ...(description !== undefined && { description }) },
    csv: notes.csv ?? csv,
    permission,
  });
  const field = <Thing>(
    read: ((thing: Thing) => Stored) | FieldNotes = {},
    notes: FieldNotes = {},
  ) =>
    typeof read === 'function'
      ? { ...described(notes), read: (thing: Thing) => valueOf(read(thing)) }
      : { ...described(read), shownAs: valueOf };
  return field as FieldOf<Stored, Value>;
}

function kindOf<Stored, Value>(
  schema: Schema,
  csv: DescribedAnswer['csv'],
  valueOf: (stored: Stored) => Value,
): FieldKind<Stored, Value> {
  const exampled = ({ form = schema, example = form.example }: FieldNotes): Schema =>
    example === undefined ? form : { ...form, example };
  const orNull = (stored: Stored | null) => (stored === null ? null : valueOf(stored));
  return Object.assign(fieldOf(exampled, csv, valueOf), {
    orNull: fieldOf((notes) => nullable(exampled(notes)), csv, orNull),
  });
}

const asIs = <Value>(value: Value): Value => value;

export const text = kindOf<string, string>({ type: 'string' }, 'text', asIs);
/** A whole number. */
export const whole = kindOf<number, number>({ type: 'integer' }, 'plain', asIs);
export const flag = kindOf<boolean, boolean>({ type: 'boolean' }, 'plain', asIs);
/** An amount as a text without trailing zeros. */
export const money = kindOf<string, string>({ type: 'string' }, 'plain', numericText);
/** Values by names that are not known before. */
export const values = kindOf<Values, Values>(
  { type: 'object', additionalProperties: true },
  'json',
  asIs,
);
type Values = Readonly<Record<string, unknown>>;
/** Texts and numbers by names that are not known before. */
export const factsByName = kindOf<Facts, Facts>(
  { type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
  'json',
  asIs,
);
type Facts = Readonly<Record<string, string | number>>;
/** Texts by names that are not known before, of which some may be hidden. */
export const textsByName = kindOf<Texts, Texts>(
  { type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, { type: 'null' }] } },
  'json',
  asIs,
);
type Texts = Readonly<Record<string, string | null>>;

export const time = kindOf<Date, string>(TIME, 'plain', (date) => date.toISOString());

/** One of some words. */
export const word = <Word extends string>(words: readonly Word[]): FieldKind<Word, Word> =>
  kindOf({ type: 'string', enum: [...words] }, 'text', asIs);
/** Some words. */
export const words = <Word extends string>(
  known: readonly Word[],
): FieldKind<readonly Word[], readonly Word[]> =>
  kindOf({ type: 'string', enum: [...known], isArray: true }, 'json', asIs);
/** An object or a list. */
export const json = kindOf<object, object>(
  { type: 'object', additionalProperties: true },
  'json',
  asIs,
);
export const wholes = kindOf<readonly number[], readonly number[]>(
  { type: [Number] },
  'json',
  asIs,
);
export const texts = kindOf<readonly string[], readonly string[]>({ type: [String] }, 'json', asIs);
