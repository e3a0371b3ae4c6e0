import type { AccountField } from '../../catalog/account-field.js';
import type { FlatParameters, Parameter } from '../../common/http/parameters/flat-parameters.js';
import { withoutSeparators } from '../../common/text.js';

/** A longer name is no other spelling of a parameter of our own, and costs nothing to be compared. */
const MAX_NAME_CHARACTERS = 100;

/** The parameters whose names may be other spellings of newOrder's own. */
export function shortlyNamed(parameters: FlatParameters): readonly Parameter[] {
  return parameters.except(new Set()).filter(([name]) => name.length <= MAX_NAME_CHARACTERS);
}

/** The form in which other names of newOrder's own parameters are compared: also without brackets. */
export function bareName(name: string): string {
  return withoutSeparators(name).replace(/[[\]]/g, '');
}

/** Those of the products in a catalog view, which is asked for with each order. */
const knownFieldNames = new WeakMap<readonly AccountField[], ReadonlySet<string>>();

/** The names and labels of fields in that form: a parameter with one of these belongs to the field. */
export function bareFieldNames(schema: readonly AccountField[]): ReadonlySet<string> {
  const known = knownFieldNames.get(schema);
  if (known) return known;
  const names = new Set(schema.flatMap(({ name, label }) => [name, label].map(bareName)));
  knownFieldNames.set(schema, names);
  return names;
}
