import { isDeepStrictEqual } from 'node:util';
import { AccountSettingsDto, accountSet } from '../accounts/account.operations.js';
import { groupRename } from '../accounts/group.operations.js';
import { costBack } from '../costs/cost.operations.js';
import { fieldsOf } from '../fields/described-field.js';
import type { AnyOperation, Asked, Work } from '../operation.js';
import { supplierSet, supplierSync } from '../suppliers/supplier.operations.js';
import type { FoundEntry } from '../../upkeep/audit/audit-search.repository.js';

/** An operation that sets what an entry has set, and what its target calls fields that have another name there. */
interface Setting {
  readonly operation: AnyOperation;
  readonly fields?: readonly string[];
  readonly called?: Readonly<Record<string, string>>;
}

const LISTING: Setting = {
  operation: supplierSync,
  called: { every_minutes: 'sync_minutes' },
};

/** By the action of the entry. */
const SETTINGS: Readonly<Record<string, Setting | undefined>> = {
  'account set': {
    operation: accountSet as unknown as AnyOperation,
    fields: fieldsOf(AccountSettingsDto).map(({ name }) => name),
  },
  'group rename': { operation: groupRename as unknown as AnyOperation },
  'supplier set': { operation: supplierSet as unknown as AnyOperation },
  'supplier sync': LISTING,
  'cost set': { operation: costBack as unknown as AnyOperation, fields: ['cost', 'source'] },
  // Of a supplier, with how its catalog is listed.
  'catalog import': LISTING,
};

type Values = Readonly<Record<string, unknown>>;

/** The settings that an entry has changed. */
export interface ChangedSetting extends Setting {
  /** The action of the entry that has set them first. */
  readonly action: string;
  readonly id: number | string;
  /** By the names of the fields of the operation. */
  readonly former: Values;
  readonly set: Values;
}

/** The settings that an entry has changed; undefined if it has changed none that can go back. */
export function changedSetting(entry: FoundEntry): ChangedSetting | undefined {
  const { before, after } = entry;
  const isTakingBack = entry.action === 'audit take-back';
  const action = isTakingBack ? String(after?.action) : entry.action;
  const setting = Object.hasOwn(SETTINGS, action) ? SETTINGS[action] : undefined;
  const noun = setting?.operation.target?.noun;
  if (!setting || noun === undefined || !before || !after) return undefined;
  const { operation, fields = fieldNames(operation), called = {} } = setting;
  const things = (isTakingBack ? after.of : entry.details) as Values | undefined;
  const id = things?.[noun];
  if (typeof id !== 'number' && typeof id !== 'string') return undefined;
  const changed = fields.filter((field) => {
    const name = called[field] ?? field;
    return name in before && name in after && !isDeepStrictEqual(before[name], after[name]);
  });
  if (changed.length === 0) return undefined;
  const valuesIn = (values: Values): Values =>
    Object.fromEntries(changed.map((field) => [field, values[called[field] ?? field]]));
  return { ...setting, action, id, former: valuesIn(before), set: valuesIn(after) };
}

function fieldNames({ input }: AnyOperation): string[] {
  return (input ? fieldsOf(input) : []).map(({ name }) => name);
}

/** What the operation is asked for. */
export function askedAgain<Input>(
  asked: Asked<Input>,
  { id, former }: ChangedSetting,
): Asked<object, number | string> {
  return { ...asked, id, input: former };
}

/** What became of settings, by the names that the target has for them. */
export interface TakenSetting {
  readonly before: Values;
  readonly after: Values;
  readonly left: readonly string[];
}

/** Sets the former values where the present ones are still those that were set. @throws the refusals of the operation */
export async function takeSettingBack<Thing, Input>(
  work: Work<Thing, Input>,
  changed: ChangedSetting,
): Promise<TakenSetting> {
  const { services, manager } = work;
  const { operation, id, former, set, called = {} } = changed;
  const { target } = operation;
  const nameOf = (field: string): string => called[field] ?? field;
  const read = async () => {
    const thing = await target?.locked(services, manager, id);
    return { thing, shown: { ...(thing ? target?.shape?.of(thing) : {}) } as Values };
  };
  const { thing, shown } = await read();
  const isSame = (field: string) => isDeepStrictEqual(shown[nameOf(field)], set[field]);
  const back = Object.keys(former).filter(isSame);
  const left = Object.keys(former)
    .filter((field) => !isSame(field))
    .map(nameOf);
  if (back.length === 0) return { before: {}, after: {}, left };
  const input = Object.fromEntries(back.map((field) => [field, former[field]]));
  await operation.run({ ...work, id, input, thing, expects: () => undefined });
  const { shown: present } = await read();
  const told = (values: Values): Values =>
    Object.fromEntries(back.map((field) => [nameOf(field), values[nameOf(field)]]));
  return { before: told(shown), after: told(present), left };
}
