import type { AccountField } from '../../catalog/account-field.js';
import { withoutSeparators } from '../../common/text.js';

/** The form in which other names of newOrder's own parameters are compared: also without brackets. */
export function bareName(name: string): string {
  return withoutSeparators(name).replace(/[[\]]/g, '');
}

/** The names and labels of fields in that form: a parameter with one of these belongs to the field. */
export function bareFieldNames(schema: readonly AccountField[]): ReadonlySet<string> {
  return new Set(schema.flatMap(({ name, label }) => [name, label].map(bareName)));
}
