import type { Type } from '@nestjs/common';
import { numericText } from '../../common/decimal.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { nullable, TIME } from './shown.js';

type Schema = Readonly<Record<string, unknown>>;

/** One field of an answer: what it is, and where it stands in the thing that is shown. */
export interface AnswerField<Thing, Value> {
  /** As OpenAPI has it. */
  readonly schema: Schema;
  /** Others that the schema names. */
  readonly models?: readonly Type[];
  readonly read: (thing: Thing) => Value;
  /** How a file has it. */
  readonly csv: 'text' | 'plain' | 'json';
  /** Without it the value is null. */
  readonly permission?: Permission | undefined;
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

type Read<Thing, Value> = (thing: Thing) => Value;

/** Declares fields of one kind. */
interface FieldKind<Stored, Value> {
  <Thing>(read: Read<Thing, Stored>, notes?: FieldNotes): AnswerField<Thing, Value>;
  /** The same for what may be null. */
  orNull<Thing>(
    read: Read<Thing, Stored | null>,
    notes?: FieldNotes,
  ): AnswerField<Thing, Value | null>;
}

function kindOf<Stored, Value>(
  schema: Schema,
  csv: AnswerField<never, unknown>['csv'],
  valueOf: (stored: Stored) => Value,
): FieldKind<Stored, Value> {
  const described = (form: Schema, { description, permission, ...notes }: FieldNotes) => ({
    schema: { ...form, ...(description !== undefined && { description }) },
    csv: notes.csv ?? csv,
    permission,
  });
  const exampled = ({ form = schema, example = form.example }: FieldNotes): Schema =>
    example === undefined ? form : { ...form, example };
  return Object.assign(
    <Thing>(read: Read<Thing, Stored>, notes: FieldNotes = {}) => ({
      ...described(exampled(notes), notes),
      read: (thing: Thing) => valueOf(read(thing)),
    }),
    {
      orNull: <Thing>(read: Read<Thing, Stored | null>, notes: FieldNotes = {}) => ({
        ...described(nullable(exampled(notes)), notes),
        read: (thing: Thing) => {
          const stored = read(thing);
          return stored === null ? null : valueOf(stored);
        },
      }),
    },
  );
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
