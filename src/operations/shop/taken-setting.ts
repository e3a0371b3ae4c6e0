import { isDeepStrictEqual } from 'node:util';
import type { FoundEntry } from '../../upkeep/audit/audit-search.repository.js';
import {
  accountCreditLimit,
  AccountSettingsDto,
  accountSet,
} from '../accounts/account.operations.js';
import { groupRename } from '../accounts/group.operations.js';
import { catalogSettingsSet } from '../catalog/catalog-setting.operations.js';
import { costBack } from '../costs/cost.operations.js';
import { fieldsOf } from '../fields/described-field.js';
import { parameterOf, type AnyOperation, type Work } from '../operation.js';
import { supplierSet, supplierSync } from '../suppliers/supplier.operations.js';
import { brandingSet } from './branding.operations.js';
import { conventionsSet } from './convention.operations.js';
import { extensionSet } from './extension.operations.js';

/** What sets the settings of entries, by their action. */
const SETTINGS = {
  'account set': { ...accountSet, input: AccountSettingsDto },
  'group rename': groupRename,
  'supplier set': supplierSet,
  'supplier sync': supplierSync,
  'cost set': costBack,
  // Of a supplier, with how its catalog is listed.
  'catalog import': supplierSync,
  'branding set': brandingSet,
  'catalog set': catalogSettingsSet,
  'conventions set': conventionsSet,
  'extension set': extensionSet,
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
  /** 0 for what the shop has once. */
  readonly id: number | string;
  /** What the entry of a taking back tells of it; empty for the shop. */
  readonly thing: Values;
  /** By the names of the fields of the operation. */
  readonly former: Values;
  readonly set: Values;
}

/** The settings that an entry has changed; undefined if it has changed none that can go back. */
export function changedSetting(
  entry: Pick<FoundEntry, 'action' | 'details' | 'before' | 'after'>,
): ChangedSetting | undefined {
  const { before, after } = entry;
  const isTakingBack = entry.action === 'audit take-back';
  const action = isTakingBack ? String(after?.action) : entry.action;
  const operation = Object.hasOwn(SETTINGS, action) ? SETTINGS[action] : undefined;
  if (!operation?.input || !operation.target || !before || !after) return undefined;
  const thing = thingOf(operation, (isTakingBack ? after.of : entry.details) as Values | undefined);
  if (!thing) return undefined;
  // Costs alone have a source.
  const fields = [...fieldsOf(operation.input).map(({ name }) => name), 'source'];
  const changed = fields.filter((field) => {
    const name = nameOf(field);
    return name in before && name in after && !isDeepStrictEqual(before[name], after[name]);
  });
  if (changed.length === 0) return undefined;
  const valuesIn = (values: Values): Values =>
    Object.fromEntries(changed.map((field) => [field, values[nameOf(field)]]));
  const isCredit = action === 'account set' && changed.every((field) => field === 'credit_limit');
  return {
    // Who may set the credit limit alone may take it back, too.
    operation: isCredit ? accountCreditLimit : operation,
    ...{ action, ...thing, former: valuesIn(before), set: valuesIn(after) },
  };
}

/** The id of the target in what an entry tells; undefined if it tells none. */
function thingOf(
  { route, target }: AnyOperation,
  told: Values | undefined,
): Pick<ChangedSetting, 'id' | 'thing'> | undefined {
  if (parameterOf(route) === undefined) return { id: 0, thing: {} };
  const noun = target?.noun ?? '';
  const id = told?.[noun];
  const isId = typeof id === 'number' || typeof id === 'string';
  return isId ? { id, thing: { [noun]: id } } : undefined;
}

/**
 * Sets the former values where the present ones are still those that were set.
 * @returns values by the names that the target has for them; of those that were left, what they are now
 * @throws the refusals of the operation
 */
export async function takeSettingBack<Thing, Input>(
  work: Work<Thing, Input>,
  { operation, id, former, set }: ChangedSetting,
): Promise<{ readonly before: Values; readonly after: Values; readonly left: Values }> {
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
  const { back = [], stays = [] } = Object.groupBy(Object.keys(former), (field) =>
    isSame(field) ? 'back' : 'stays',
  );
  const told = (fields: readonly string[], values: Values): Values =>
    Object.fromEntries(fields.map((field) => [nameOf(field), values[nameOf(field)]]));
  const left = told(stays, shown);
  if (back.length === 0) return { before: {}, after: {}, left };
  const input = Object.fromEntries(back.map((field) => [field, former[field]]));
  await operation.run({ ...work, id, input, thing, expects: () => undefined });
  const { shown: present } = await read();
  return { before: told(back, shown), after: told(back, present), left };
}
