import type { AccountField } from '../../catalog/account-field.js';
import { changesFieldOrder } from '../../catalog/field-order.js';
import { numericText } from '../../common/decimal.js';
import { shownApplyFault, shownState } from '../../catalog/import/uploaded/import-state.js';
import type { ItemChange } from '../../catalog/import/uploaded/import-changes.repository.js';
import type { StoredImport } from '../../catalog/import/uploaded/uploaded-imports.repository.js';
import { KEPT_HOURS } from '../../catalog/import/uploaded/uploaded-imports.sql.js';
import { timeText } from '../../operations/answers/shown.js';
import type { ChangedValueDto, DifferenceDto, ImportChangeDto, ImportDto } from './imports.dto.js';

const HOUR_MS = 3_600_000;

export function importShape(one: StoredImport): ImportDto {
  return {
    id: one.id,
    name: one.name,
    state: shownState(one),
    bytes: one.bytes,
    hide_missing: one.hideMissing,
    rows_done: one.rowsDone,
    rows_total: one.rowsTotal,
    fault: one.fault,
    apply_fault: shownApplyFault(one),
    difference: differenceShape(one),
    uploaded_by: one.createdBy,
    uploaded_at: timeText(one.createdAt),
    expires_at: timeText(new Date(one.createdAt.getTime() + KEPT_HOURS * HOUR_MS)),
  };
}

function differenceShape({ difference, digest, kind }: StoredImport): DifferenceDto | null {
  if (difference === null || digest === null) return null;
  const { categories, products } = difference;
  return { id: digest, prices_only: kind === 'prices', categories, products };
}

/** @param columns the names of the values of the change. */
export function importChangeShape(
  { item, itemId, change, name, before, after }: ItemChange,
  columns: readonly string[],
): ImportChangeDto {
  const values = columns.flatMap((field, index): ChangedValueDto[] => {
    const [old, fresh] = [before?.[index] ?? null, after?.[index] ?? null];
    return old === fresh
      ? []
      : [{ field, before: valueText(field, old), after: valueText(field, fresh) }];
  });
  return { item, id: itemId, name, change, reordered: values.some(isReordered), values };
}

function isReordered({ field, before, after }: ChangedValueDto): boolean {
  if (field !== 'fields' || before === null || after === null) return false;
  const [former, fresh] = [before, after].map((text) => JSON.parse(text) as AccountField[]);
  return changesFieldOrder(former ?? [], fresh ?? []);
}

function valueText(field: string, value: string | null): string | null {
  return field === 'price' && value !== null ? numericText(value) : value;
}
