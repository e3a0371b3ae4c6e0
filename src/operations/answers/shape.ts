import type { Type } from '@nestjs/common';
import type { CsvColumns } from '../../common/csv.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { camelName, type Camel } from '../../common/camel-cased.js';
import { describedType } from '../fields/described-field.js';
import type { AnswerField, NamedField } from './answer-fields.js';

type AnyField<Thing> = AnswerField<Thing, unknown> | NamedField<never, unknown>;

/** What a thing has under a name; undefined if it has nothing. */
type Named<Thing, Name> = Camel<Name> extends keyof Thing ? Thing[Camel<Name>] : undefined;

/** Fields that a thing can have. */
type FieldsOf<Thing, Names extends PropertyKey> = {
  readonly [Name in Names]: AnswerField<Thing, unknown> | NamedField<Named<Thing, Name>, unknown>;
};

type ValueOf<Field> = Field extends AnswerField<never, infer Value> | NamedField<never, infer Value>
  ? Value
  : never;

/** The same fields, each with where it stands in the thing. */
type ReadFields<Thing, Declared> = {
  readonly [Name in keyof Declared]: AnswerField<Thing, ValueOf<Declared[Name]>>;
};

/** The values of some fields, by their names. */
type ShownFields<Declared> = { -readonly [Name in keyof Declared]: ValueOf<Declared[Name]> };

/** What is shown by a shape. */
export type ShownBy<Shown> = Shown extends Shape<never, infer Values> ? Values : never;

/** What answers tell of a thing. */
export interface Shape<Thing, Shown extends object> {
  /** Describes it in the OpenAPI document. */
  readonly type: Type<Shown>;
  /** The columns of a file. */
  readonly columns: CsvColumns;
  /** @param may tells whether who asks has a permission; left out for who has all */
  of(thing: Thing, may?: (permission: Permission) => boolean): Shown;
}

/**
 * Declares what answers tell of a thing; the type of it is named first, so that those of its fields follow:
 * `shapeOf<Account>()('AccountDto', { id: whole(), group: text(({ group }) => group.name) })`.
 */
export const shapeOf =
  <Thing>() =>
  <Declared extends Readonly<Record<string, AnyField<Thing>>>>(
    name: string,
    declared: Declared & FieldsOf<Thing, keyof Declared>,
  ): Shape<Thing, ShownFields<Declared>> & { readonly fields: ReadFields<Thing, Declared> } => {
    const entries = Object.entries(declared as Record<string, AnyField<Thing>>).map(
      ([field, one]) => [field, 'read' in one ? one : readByName(field, one)] as const,
    );
    const fields = Object.fromEntries(entries);
    return {
      fields: fields as ReadFields<Thing, Declared>,
      type: describedType<ShownFields<Declared>>(name, fields),
      columns: Object.fromEntries(entries.map(([field, { csv }]) => [field, csv])),
      of: (thing, may = () => true) =>
        Object.fromEntries(
          entries.map(([field, { read, permission }]) => {
            const isShown = permission === undefined || may(permission);
            return [field, isShown ? read(thing, may) : null];
          }),
        ) as ShownFields<Declared>,
    };
  };

function readByName<Thing>(
  name: string,
  { shownAs, ...field }: NamedField<never, unknown>,
): AnswerField<Thing, unknown> {
  const property = camelName(name) as keyof Thing;
  return { ...field, read: (thing) => shownAs(thing[property] as never) };
}

interface PartNotes {
  readonly description?: string;
}

/** Some things within another one. */
export const many = <Thing, Part, Shown extends object>(
  part: Shape<Part, Shown>,
  read: (thing: Thing) => readonly Part[],
  notes: PartNotes = {},
): AnswerField<Thing, Shown[]> => ({
  schema: { type: [part.type], ...notes },
  read: (thing, may) => read(thing).map((one) => part.of(one, may)),
  csv: 'json',
});

/** One thing within another one. */
export const one = <Thing, Part, Shown extends object>(
  part: Shape<Part, Shown>,
  read: (thing: Thing) => Part,
  notes: PartNotes = {},
): AnswerField<Thing, Shown> => ({
  schema: { type: part.type, ...notes },
  read: (thing, may) => part.of(read(thing), may),
  csv: 'json',
});

/** The same where it may be missing. */
export const oneOrNull = <Thing, Part, Shown extends object>(
  part: Shape<Part, Shown>,
  read: (thing: Thing) => Part | null,
  notes: PartNotes = {},
): AnswerField<Thing, Shown | null> => ({
  schema: {
    oneOf: [{ $ref: `#/components/schemas/${part.type.name}` }, { type: 'null' }],
    ...notes,
  },
  models: [part.type],
  read: (thing, may) => {
    const found = read(thing);
    return found === null ? null : part.of(found, may);
  },
  csv: 'json',
});
