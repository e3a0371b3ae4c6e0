import type { AccountField } from '../../catalog/account-field.js';
import { changesFieldOrder } from '../../catalog/field-order.js';
import type { ItemCounts } from '../../catalog/import/catalog-difference.js';
import {
  IMPORT_STATES,
  shownApplyFault,
  shownState,
} from '../../catalog/import/uploaded/import-state.js';
import type { ListedChange } from '../../catalog/import/uploaded/import-changes.repository.js';
import type { StoredImport } from '../../catalog/import/uploaded/uploaded-imports.repository.js';
import { NOTHING_UNUSUAL } from '../../catalog/unusual/unusual.js';
import {
  UNUSUAL_REASONS,
  unusualReason,
  type UnusualReason,
} from '../../catalog/unusual/unusual-change.js';
import { KEPT_HOURS } from '../../catalog/import/uploaded/uploaded-imports.sql.js';
import { numericText } from '../../common/decimal.js';
import { flag, text, time, whole, word } from '../answers/answer-fields.js';
import { many, one, oneOrNull, shapeOf, type ShownBy } from '../answers/shape.js';
import { UNUSUAL } from './unusual.answers.js';

const HOUR_MS = 3_600_000;

/** How many items of a kind an import touches. */
const COUNTS = shapeOf<ItemCounts>()('ItemCountsDto', {
  created: whole({ example: 12 }),
  updated: whole({ example: 3 }),
  unchanged: whole({ example: 985 }),
  hidden: whole({ example: 0, description: 'Not in the file.' }),
  shown: whole({ example: 0, description: 'Hidden by an earlier import.' }),
  reordered: {
    schema: {
      ...{ type: 'integer', example: 0, required: false },
      description: 'Of products: those of the updated ones whose fields change their order.',
    },
    read: ({ reordered }: ItemCounts) => reordered,
    csv: 'plain',
  },
});
export type ItemCountsDto = ShownBy<typeof COUNTS>;

/** What was compared. */
interface Compared extends Pick<StoredImport, 'kind'> {
  readonly difference: NonNullable<StoredImport['difference']>;
  readonly digest: string;
}

const DIFFERENCE = shapeOf<Compared>()('DifferenceDto', {
  id: text(({ digest }) => digest, { example: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU' }),
  prices_only: flag(({ kind }) => kind === 'prices', {
    description: 'True for a price list, which changes nothing but prices.',
  }),
  categories: one(COUNTS, ({ difference }: Compared) => difference.categories),
  products: one(COUNTS, ({ difference }: Compared) => difference.products),
  unusual: one(UNUSUAL, ({ difference }: Compared) => difference.unusual ?? NOTHING_UNUSUAL),
});
export type DifferenceDto = ShownBy<typeof DIFFERENCE>;

export const IMPORT = shapeOf<StoredImport>()('ImportDto', {
  id: text({
    form: { type: 'string', format: 'uuid', example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' },
  }),
  name: text({ example: 'november.csv' }),
  state: word(IMPORT_STATES)(shownState, { description: 'Only what is ready can be applied.' }),
  bytes: whole({ example: 8_123_456, description: 'Of the file.' }),
  hide_missing: flag(),
  rows_done: whole({
    example: 40_000,
    description:
      'How far the present work has come, of `rows_total`; in bytes while the file is read.',
  }),
  rows_total: whole.orNull({ example: 100_000 }),
  fault: text.orNull({ description: 'Why it was refused.' }),
  apply_fault: text.orNull(shownApplyFault, {
    description: 'Why the last attempt to apply it has changed nothing.',
  }),
  difference: oneOrNull(
    DIFFERENCE,
    ({ kind, difference, digest }: StoredImport) =>
      difference === null || digest === null ? null : { kind, difference, digest },
    { description: 'Null until it is compared.' },
  ),
  uploaded_by: text(({ createdBy }) => createdBy, { example: 'operator:ada' }),
  uploaded_at: time(({ createdAt }) => createdAt),
  expires_at: time(({ createdAt }) => new Date(createdAt.getTime() + KEPT_HOURS * HOUR_MS), {
    description: 'When it is forgotten.',
  }),
});
export type ImportDto = ShownBy<typeof IMPORT>;

/** One value that an import changes. */
const CHANGED_VALUE = shapeOf<ChangedValue>()('ChangedValueDto', {
  field: text({ example: 'price' }),
  before: text.orNull({ example: '0.89' }),
  after: text.orNull({ example: '0.95' }),
});

interface ChangedValue {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A change with its values by their names. */
export interface NamedChange extends Omit<ListedChange, 'before' | 'after'> {
  readonly values: readonly ChangedValue[];
}

export const CHANGED_ITEMS = ['category', 'product'] as const;
export const ITEM_CHANGES = ['created', 'updated', 'hidden', 'shown'] as const;
/** What changes may be filtered by. */
export const CHANGE_KINDS = [...ITEM_CHANGES, 'reordered', 'unusual'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const IMPORT_CHANGE = shapeOf<NamedChange>()('ImportChangeDto', {
  item: word(CHANGED_ITEMS)(),
  id: whole(({ itemId }) => itemId, { example: 1001 }),
  name: text({ example: '60 UC' }),
  change: word(ITEM_CHANGES)(),
  reordered: flag(({ values }) => values.some(isReordered), {
    description: 'True if the fields of a product change their order.',
  }),
  unusual: word(UNUSUAL_REASONS).orNull(unusualOf, { description: 'Why it is unusual.' }),
  values: many(CHANGED_VALUE, ({ values }: NamedChange) => values, {
    description: 'Of what is created, all values.',
  }),
});
export type ImportChangeDto = ShownBy<typeof IMPORT_CHANGE>;

/** @param columns the names of the values of the change. */
export function namedChange(
  { before, after, ...change }: ListedChange,
  columns: readonly string[],
): NamedChange {
  const values = columns.flatMap((field, index) => {
    const [old, fresh] = [before?.[index] ?? null, after?.[index] ?? null];
    return old === fresh
      ? []
      : [{ field, before: valueText(field, old), after: valueText(field, fresh) }];
  });
  return { ...change, values };
}

/** True if a change is of this kind; it may be of several. */
export function isOfKind(change: NamedChange, kind: ChangeKind): boolean {
  if (kind === 'reordered') return change.values.some(isReordered);
  return kind === 'unusual' ? unusualOf(change) !== null : change.change === kind;
}

function unusualOf({ item, change, values, cost, percent }: NamedChange): UnusualReason | null {
  if (item !== 'product') return null;
  if (change === 'hidden') return 'vanishes';
  const { before = null, after = null } = values.find(({ field }) => field === 'price') ?? {};
  const isDeleted = values.some(({ field }) => field === 'deleted');
  if (before === null || after === null || isDeleted) return null;
  return unusualReason({ before, after, cost }, percent);
}

function isReordered({ field, before, after }: ChangedValue): boolean {
  if (field !== 'fields' || before === null || after === null) return false;
  const [former, fresh] = [before, after].map((json) => JSON.parse(json) as AccountField[]);
  return changesFieldOrder(former ?? [], fresh ?? []);
}

function valueText(field: string, value: string | null): string | null {
  return field === 'price' && value !== null ? numericText(value) : value;
}
