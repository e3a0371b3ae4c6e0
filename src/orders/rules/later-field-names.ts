import type { AccountField } from '../../catalog/account-field.js';
import type { Parameter } from '../../common/http/parameters/flat-parameters.js';
import { inLowerCase, withoutSeparators } from '../../common/text.js';

/** A parameter with its name in Unicode normalization form C, and its value as it is stored and compared. */
export interface NamedParameter {
  readonly name: string;
  readonly value: string;
  readonly parameter: Parameter;
}

/** A way to name a field. The names of parameters and fields are compared in the given form. */
interface Step {
  readonly form: (name: string) => string;
  readonly namesOf: (field: AccountField) => readonly string[];
}

/** The steps for every field that is missing, in the order in which they are tried. */
const STEPS: readonly Step[] = [
  { form: inLowerCase, namesOf: ({ label }) => [label.trim()] },
  { form: withoutSeparators, namesOf: ({ name }) => [name] },
];

/** Names that clients use for the field of a product that has only one. */
const USUAL_NAMES = [
  ...['player_id', 'Player ID', 'phone', 'userId', 'user_id', 'uid', 'account_id', 'id'],
  ...['target', 'link'],
];

/** The last step, for the only required field that is still missing. */
const LAST_STEP: Step = { form: inLowerCase, namesOf: () => USUAL_NAMES };

/**
 * Finds fields that are missing after the names of `matchFields` were tried: by the label, else by the name without
 * regard to separators, else by a usual name. A parameter is found for one field at most.
 * @param parameters those that are not empty and have filled no field.
 * @returns all parameters of the first step that finds any, for each field that is found.
 */
export function findByLaterNames(
  schema: readonly AccountField[],
  missing: readonly AccountField[],
  parameters: readonly NamedParameter[],
): Map<AccountField, readonly NamedParameter[]> {
  const found = new Map<AccountField, readonly NamedParameter[]>();
  const free = new Set(parameters);
  const stillMissing = () => missing.filter((field) => !found.has(field));
  const take = (step: Step, fields: readonly AccountField[]) => {
    const named = Map.groupBy(free, ({ name }) => step.form(name));
    for (const field of fields) {
      const hits = formsOf(step, field).flatMap((name) => named.get(name) ?? []);
      const left = hits.filter((hit) => free.delete(hit));
      if (left.length > 0) found.set(field, left);
    }
  };
  for (const step of STEPS) take(step, stillMissing());
  const [last, ...more] = stillMissing().filter((field) => field.required);
  if (last && more.length === 0) {
    // A parameter that repeats another field in another spelling must not fill this one.
    const others = schema.filter((field) => field !== last);
    const taken = new Set(
      others.flatMap(({ name, label }) => [name, label].map(withoutSeparators)),
    );
    for (const each of free) if (taken.has(withoutSeparators(each.name))) free.delete(each);
    take(LAST_STEP, [last]);
  }
  return found;
}

/** The names of a field by a step, without repetitions and without names that consist of separators only. */
function formsOf({ form, namesOf }: Step, field: AccountField): string[] {
  return [...new Set(namesOf(field).map(form))].filter((name) => name !== '');
}
