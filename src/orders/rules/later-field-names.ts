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

const byNames = (...names: readonly string[]): Step => ({
  form: inLowerCase,
  namesOf: () => names,
});

/** Names that clients use for the field of a product that has only one: for the only one that is still missing. */
const USUAL_NAMES = byNames(
  ...['player_id', 'Player ID', 'phone', 'userId', 'user_id', 'uid', 'account_id', 'id'],
  ...['target', 'link'],
);

/** For the first of two required fields, if it is a player's id. */
const PLAYER_STEPS: readonly Step[] = [byNames('playerId'), USUAL_NAMES];
/** For the other one, if it is a server. */
const SERVER_STEPS: readonly Step[] = [byNames('serverId', 'server', 'zone', 'zone_id')];

/** Names and labels, without separators, of the fields that these are for. */
const PLAYER_FIELDS = new Set(['player', 'playerid', 'userid', 'uid', 'accountid', 'id']);
const SERVER_FIELDS = new Set(['server', 'serverid', 'zone', 'zoneid', 'region', 'world']);

/** A parameter that stands for the field at its place. */
const NUMBERED = /^param_?\d+$/i;
const NUMBER_PREFIXES = ['param', 'param_'];

/**
 * Finds fields that are missing after the names of `matchFields` were tried: by the label, else by the name without
 * regard to separators, else by a usual name, else by position. A parameter is found for one field at most.
 * @param parameters those that are not empty and have filled no field.
 * @param otherForms whether two fields of a player have usual names of their own, and fields are found by position.
 * @returns all parameters of the first step that finds any, for each field that is found.
 */
export function findByLaterNames(
  schema: readonly AccountField[],
  missing: readonly AccountField[],
  parameters: readonly NamedParameter[],
  otherForms: boolean,
): ReadonlyMap<AccountField, readonly NamedParameter[]> {
  const found = new Map<AccountField, readonly NamedParameter[]>();
  const free = new Set(parameters);
  const stillMissing = () => missing.filter((field) => !found.has(field));
  const take = (step: Step, fields: readonly AccountField[], candidates = [...free]) => {
    const named = Map.groupBy(candidates, ({ name }) => step.form(name));
    for (const field of fields) {
      const hits = formsOf(step, field).flatMap((name) => named.get(name) ?? []);
      const left = hits.filter((hit) => free.delete(hit));
      if (left.length > 0) found.set(field, left);
    }
  };
  const takeUsual = (steps: readonly Step[], field: AccountField) => {
    for (const step of steps) {
      if (stillMissing().includes(field)) take(step, [field], notOfOthers(schema, field, free));
    }
  };
  for (const step of STEPS) take(step, stillMissing());
  const pair = otherForms ? playerAndOther(schema) : undefined;
  if (pair) {
    takeUsual(PLAYER_STEPS, pair.player);
    if (isNamed(pair.other, SERVER_FIELDS)) takeUsual(SERVER_STEPS, pair.other);
  } else {
    const [last, ...more] = stillMissing().filter((field) => field.required);
    if (last && more.length === 0) takeUsual([USUAL_NAMES], last);
  }
  const isNoneFound = found.size === 0 && missing.length === schema.length;
  return otherForms && isNoneFound ? byPosition(schema, parameters) : found;
}

/** A parameter that repeats another field in another spelling must not fill this one. */
function notOfOthers(
  schema: readonly AccountField[],
  field: AccountField,
  parameters: Iterable<NamedParameter>,
): NamedParameter[] {
  const others = schema.filter((other) => other !== field);
  const taken = new Set(others.flatMap(({ name, label }) => [name, label].map(withoutSeparators)));
  return [...parameters].filter(({ name }) => !taken.has(withoutSeparators(name)));
}

/** Two required fields of which the first is a player's id; undefined for all other products. */
function playerAndOther(schema: readonly AccountField[]) {
  const [player, other, ...more] = schema.filter(({ required }) => required);
  const isPair = player && other && more.length === 0 && isNamed(player, PLAYER_FIELDS);
  return isPair ? { player, other } : undefined;
}

function isNamed({ name, label }: AccountField, names: ReadonlySet<string>): boolean {
  return [name, label].some((text) => names.has(withoutSeparators(text)));
}

/** Each field by the parameter with its number; none unless exactly these are sent, in one form and each once. */
function byPosition(
  schema: readonly AccountField[],
  parameters: readonly NamedParameter[],
): ReadonlyMap<AccountField, readonly NamedParameter[]> {
  const none = new Map<AccountField, readonly NamedParameter[]>();
  const numbered = parameters.filter(({ name }) => NUMBERED.test(name));
  const isAll = numbered.length === schema.length && schema.every(({ required }) => required);
  if (!isAll) return none;
  const named = new Map(numbered.map((each) => [inLowerCase(each.name), each]));
  for (const prefix of NUMBER_PREFIXES) {
    const found = new Map<AccountField, readonly NamedParameter[]>();
    for (const [index, field] of schema.entries()) {
      const hit = named.get(`${prefix}${index + 1}`);
      if (hit) found.set(field, [hit]);
    }
    if (found.size === schema.length) return found;
  }
  return none;
}

/** The names of a field by a step, without repetitions and without names that consist of separators only. */
function formsOf({ form, namesOf }: Step, field: AccountField): string[] {
  return [...new Set(namesOf(field).map(form))].filter((name) => name !== '');
}
