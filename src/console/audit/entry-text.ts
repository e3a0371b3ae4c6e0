import type { ListFile } from '../../admin/http/list-files.js';
import { auditList, type AuditEntryDto } from '../../operations/shop/audit.lists.js';
import type { OwnChange } from '../../catalog/record/item-record.repository.js';
import type { Language } from '../../locales/language.js';
import { Formats } from '../../pages/formats.js';
import { actionText } from './action-text.js';
import { changedValues, valuesIn } from './changed-values.js';
import { NO_NAMES, type ThingNames } from '../shell/thing-naming.service.js';
import { nameText } from '../value-names/name-text.js';
import { valueText, type ValueReader } from './value-text.js';
import { wordsOf } from '../../pages/words.js';

/** A value that was given, or that has changed, as people read it. */
export interface ShownValue {
  readonly name: string;
  /** Undefined for what was not there before. */
  readonly before?: string | undefined;
  readonly after: string;
}

/** What was asked for, without what has then changed to just that. */
export function askedValues(
  reader: ValueReader,
  entry: AuditEntryDto,
  things: ThingNames = NO_NAMES,
): ShownValue[] {
  const { nothing } = wordsOf(reader.language, 'audit');
  const told = new Set(changesOf(reader, entry, things).map(keyOf));
  return valuesIn(entry.details)
    .map(({ path, value }) => ({
      name: nameText(reader.language, path),
      after: valueText(reader, value, path, things),
    }))
    .filter((value) => value.after !== nothing && !told.has(keyOf(value)));
}

/** What a change has changed of the product or category that is asked for. */
export function ownChangesOf(
  reader: ValueReader,
  { changed }: AuditEntryDto,
  things: ThingNames = NO_NAMES,
): ShownValue[] {
  return ((changed ?? []) as OwnChange[]).map((one) => {
    const whose = [one.account_id, one.group_id].find((id) => id !== null);
    const group = one.account_id === null ? ['group_id'] : ['account_id'];
    const { column, from, to } = one;
    const name = nameText(reader.language, [column]);
    const forWhom = whose === undefined ? '' : ` (${valueText(reader, whose, group, things)})`;
    return { name: name + forWhom, ...storedTexts(reader, column, from, to) };
  });
}

/** A stored value before and after a change. */
export function storedTexts(
  reader: ValueReader,
  column: string,
  from: string | null,
  to: string | null,
): { readonly before: string; readonly after: string } {
  const text = (value: string | null) => valueText(reader, parsed(column, value), [column]);
  return { before: text(from), after: text(to) };
}

/** Columns of lists and objects, and of yes or no. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...['fields', 'qty_values', 'fulfillment', 'available', 'delivers_codes', 'demo'],
  ...['testing_only', 'visible'],
]);

function parsed(column: string, value: string | null): unknown {
  return value !== null && JSON_COLUMNS.has(column) ? JSON.parse(value) : value;
}

/** What has changed. What was nothing, and is nothing now, is left out, and what reads alike is told once. */
export function changesOf(
  reader: ValueReader,
  { before, after }: AuditEntryDto,
  things: ThingNames = NO_NAMES,
): ShownValue[] {
  const textOf = (value: unknown, path: readonly string[]): string =>
    valueText(reader, value, path, things);
  const told = new Set<string>();
  return changedValues(before, after)
    .map((value) => ({
      name: nameText(reader.language, value.path),
      before: value.before === undefined ? undefined : textOf(value.before, value.path),
      after: textOf(value.after, value.path),
    }))
    .filter((value) => (value.before ?? wordsOf(reader.language, 'audit').nothing) !== value.after)
    .filter((value) => told.size < told.add(keyOf(value)).size);
}

function keyOf({ name, after }: ShownValue): string {
  return JSON.stringify([name, after]);
}

/** The audit as a file, with actions and changes as the page tells them, with times in UTC, beside what is recorded. */
export function auditFile(language: Language): Partial<ListFile<AuditEntryDto>> {
  const { then } = wordsOf(language, 'audit');
  const inUtc = Formats.of(language);
  const reader = {
    language,
    formats: { time: (time: string | Date) => `${inUtc.time(time)} UTC` },
  };
  const textOf = ({ name, before, after }: ShownValue): string =>
    before === undefined ? `${name}: ${after}` : `${name}: ${before} ${then} ${after}`;
  return {
    columns: { ...auditList.item.columns, action_in_words: 'text', changes_in_words: 'text' },
    rowOf: (entry) => ({
      ...entry,
      action_in_words: actionText(language, entry.action) ?? entry.action,
      changes_in_words: changesOf(reader, entry).map(textOf).join('; '),
    }),
  };
}
