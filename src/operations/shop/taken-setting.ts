import { isDeepStrictEqual } from 'node:util';
import type { FoundEntry } from '../../upkeep/audit/audit-search.repository.js';
import { AccountSettingsDto, accountSet } from '../accounts/account.operations.js';
import { groupRename } from '../accounts/group.operations.js';
import { costBack } from '../costs/cost.operations.js';
import { fieldsOf } from '../fields/described-field.js';
import type { AnyOperation, Work } from '../operation.js';
import { supplierSet, supplierSync } from '../suppliers/supplier.operations.js';

/** What sets the settings of entries, by their action. */
const SETTINGS = {
  'account set': { ...accountSet, input: AccountSettingsDto },
  'group rename': groupRename,
  'supplier set': supplierSet,
  'supplier sync': supplierSync,
  'cost set': costBack,
  // Of a supplier, with how its catalog is listed.
  'catalog import': supplierSync,
} as unknown as Readonly<Record<string, AnyOperation | undefined>>;

/** What the target of its operation calls a field. */
const nameOf = (field: string): string => (field === 'every_minutes' ? 'sync_minutes' : field);

/** What the operation sets together: where one has been changed since, both stay. */
const PICKS = ['picked_categories', 'picked_products'];

type Values = Readonly<Record<string, unknown>>;

/** The settings that an entry has changed. */
export interface ChangedSetting {
  readonly operation: AnyOperation;
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
  const operation = Object.hasOwn(SETTINGS, action) ? SETTINGS[action] : undefined;
  if (!operation?.input || !operation.target || !before || !after) return undefined;
  const things = (isTakingBack ? after.of : entry.details) as Values | undefined;
  const id = things?.[operation.target.noun];
  if (typeof id !== 'number' && typeof id !== 'string') return undefined;
  // Costs alone have a source.
  const fields = [...fieldsOf(operation.input).map(({ name }) => name), 'source'];
  const changed = fields.filter((field) => {
    const name = nameOf(field);
    return name in before && name in after && !isDeepStrictEqual(before[name], after[name]);
  });
  if (changed.length === 0) return undefined;
  const valuesIn = (values: Values): Values =>
    Object.fromEntries(changed.map((field) => [field, values[nameOf(field)]]));
  return { operation, action, id, former: valuesIn(before), set: valuesIn(after) };
}

/**
 * Sets the former values where the present ones are still those that were set.
 * @returns values by the names that the target has for them
 * @throws the refusals of the operation
 */
export async function takeSettingBack<Thing, Input>(
  work: Work<Thing, Input>,
  { operation, id, former, set }: ChangedSetting,
): Promise<{ readonly before: Values; readonly after: Values; readonly left: readonly string[] }> {
  const { services, manager } = work;
  const { target } = operation;
  const read = async () => {
    const thing = await target?.locked(services, manager, id);
    return { thing, shown: { ...(thing ? target?.shape?.of(thing) : {}) } as Values };
  };
  const { thing, shown } = await read();
  const isSame = (field: string) =>
    (PICKS.includes(field) ? PICKS.filter((pick) => pick in set) : [field]).every((one) =>
      isDeepStrictEqual(shown[nameOf(one)], set[one]),
    );
  const { back = [], left = [] } = Object.groupBy(Object.keys(former), (field) =>
    isSame(field) ? 'back' : 'left',
  );
  if (back.length === 0) return { before: {}, after: {}, left: left.map(nameOf) };
  const input = Object.fromEntries(back.map((field) => [field, former[field]]));
  await operation.run({ ...work, id, input, thing, expects: () => undefined });
  const { shown: present } = await read();
  const told = (values: Values): Values =>
    Object.fromEntries(back.map((field) => [nameOf(field), values[nameOf(field)]]));
  return { before: told(shown), after: told(present), left: left.map(nameOf) };
}
