import {
  ItemRecordRepository,
  type ChangedColumn,
} from '../../catalog/record/item-record.repository.js';
import { TakingBack, type TakenItem } from '../../catalog/taking-back/taking-back.service.js';
import { ConflictError } from '../../common/app-error.js';
import { SupplierCatalogRepository } from '../../fulfillment/upstream/listing/supplier-catalog.repository.js';
import { sentence } from '../../common/sentence.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { AuditSearch, type FoundEntry } from '../../upkeep/audit/audit-search.repository.js';
import { flag, texts, values, whole } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { FlagField } from '../fields/fields.js';
import { operation, type Target, type Work } from '../operation.js';
import { CHANGED_ITEM_FIELDS } from './audit.lists.js';
import { changedSetting, takeSettingBack, type ChangedSetting } from './taken-setting.js';

export class TakingBackDto {
  @FlagField({
    optional: true,
    flag: 'dry-run',
    description: 'True only tells what would go back.',
  })
  dry_run?: boolean;
}

const TAKEN_ITEM = shapeOf<TakenItem>()('TakenItemDto', {
  ...CHANGED_ITEM_FIELDS,
  goes_back: flag({ description: 'False for what somebody has changed since, which is left.' }),
});

interface Taken {
  readonly applied: boolean;
  readonly back: number;
  readonly left: number;
  readonly items: readonly TakenItem[];
  readonly settings: readonly string[];
  readonly leftValues: Readonly<Record<string, unknown>>;
}

const TAKEN = shapeOf<Taken>()('TakenBackDto', {
  applied: flag({ description: 'False for a dry run.' }),
  back: whole({ example: 9, description: 'Items, or settings, that went back.' }),
  left: whole({ example: 1, description: 'Those that somebody has changed since.' }),
  items: many(TAKEN_ITEM, ({ items }) => items, {
    description: 'The first 100 items, those that were left before all others.',
  }),
  settings: texts({ example: ['credit_limit'], description: 'Settings that went back.' }),
  left_settings: texts(({ leftValues }) => Object.keys(leftValues), {
    description: 'Settings that were left.',
  }),
  left_values: values({ description: 'The same with what they are now.' }),
});
export type TakenBackDto = ShownBy<typeof TAKEN>;

const ENTRY = {
  noun: 'entry',
  locked: (services, manager, id) => services(AuditSearch).get(id, manager),
} satisfies Target<FoundEntry>;

type TakingBackWork = Work<FoundEntry, TakingBackDto>;

export const auditTakeBack = operation({
  name: 'audit take-back',
  summary:
    'take a change of the catalog or of settings back, as far as nobody has changed it since',
  description:
    'A change of its own, which can be taken back, too. It needs the permissions of what it changes. That of many products may go on after 503; the audit tells when it is done.',
  permission: 'audit.read',
  route: 'POST audit/:id/take-back',
  target: ENTRY,
  input: TakingBackDto,
  answer: TAKEN.type,
  prepare: async (asked) => {
    const changed = changedSetting(await asked.services(AuditSearch).get(asked.id));
    if (!changed) return undefined;
    asked.assertMay(changed.operation.permission);
    return changed.operation.prepare?.({ ...asked, id: changed.id, input: changed.former });
  },
  run: async (work: TakingBackWork) => {
    const { services, manager, id, input } = work;
    const columns = await services(ItemRecordRepository).changedColumns(manager, id);
    const changed = changedSetting(work.thing);
    if (!changed && columns.length === 0) throw notTakenBack();
    // An import from a supplier has changed both, and locks them in this order.
    const { back, left, items } = columns.length > 0 ? await itemsBack(work, columns) : NO_ITEMS;
    const taken = changed ? await settingsBack(work, changed) : NO_SETTINGS;
    const settings = Object.keys(taken.after);
    const leftValues = taken.left;
    const counts = {
      back: back + settings.length,
      left: left + Object.keys(leftValues).length,
    };
    const applied = input.dry_run !== true;
    const answer = TAKEN.of({ applied, ...counts, items, settings, leftValues });
    const stayed = answer.items.filter((item) => !item.goes_back);
    const ofItems = columns.length > 0 && { back, left, ...(left > 0 && { stayed }) };
    return { answer, before: taken.before, after: { ...taken.after, ...taken.of, ...ofItems } };
  },
});

const NO_SETTINGS = { before: {}, after: {}, left: {}, of: {} };
const NO_ITEMS = { back: 0, left: 0, items: [] };

/** @returns with what a taking back of it needs to know */
async function settingsBack(work: TakingBackWork, changed: ChangedSetting) {
  const { action, thing: of, operation: setting } = changed;
  work.assertMay(setting.permission);
  const taken = await takeSettingBack(work, changed);
  const left = Object.keys(taken.left);
  return { ...taken, of: { ...(left.length > 0 && { left_settings: left }), action, of } };
}

async function itemsBack(
  { services, manager, id, assertMay }: TakingBackWork,
  columns: readonly ChangedColumn[],
) {
  for (const permission of new Set(columns.map(permissionFor))) assertMay(permission);
  const taken = await services(TakingBack).takeBack(manager, id);
  await services(SupplierCatalogRepository).followTakingBack(manager, id);
  return taken;
}

export function notTakenBack(): ConflictError {
  return new ConflictError(...sentence('audit.not-taken-back'));
}

function permissionFor({ part, column }: ChangedColumn): Permission {
  if (part === 'visibility') return 'visibility.edit';
  if (part === 'price' || column === 'price') return 'prices.edit';
  return column === 'fulfillment' ? 'delivery.edit' : 'catalog.edit';
}

export const AUDIT_OPERATIONS = [auditTakeBack];
