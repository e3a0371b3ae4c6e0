import type { ListFile } from '../../admin/http/list-files.js';
import { auditList, type AuditEntryDto } from '../../operations/shop/audit.lists.js';
import { isRecord } from '../../common/json-values.js';
import type { OwnChange } from '../../catalog/record/item-record.repository.js';
import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import type { NamedChange } from '../../pages/change.js';
import { Formats } from '../../pages/formats.js';
import { changedTexts, storedTexts } from './changed-texts.js';
import { valuesIn } from './changed-values.js';
import { nameText } from '../value-names/name-text.js';
import { valueText, type ValueReader } from './value-text.js';
import { wordsOf } from '../../pages/words.js';

/** What tells of an entry what was done. */
export type ToldAction = Pick<AuditEntryDto, 'action' | 'after'>;

/** What an action is called in a language; undefined for one of an extension, or of another release. */
export function actionText(language: Language, action: string): string | undefined {
  const words: Readonly<Record<string, string>> = Locale.of(language).group('action');
  return Object.hasOwn(words, action) ? words[action] : undefined;
}

/** The same of an entry: a sign-in of which a step is still to come has only begun. */
export function entryText(language: Language, { action, after }: ToldAction): string | undefined {
  const isBegun = action === 'operator sign-in' && isRecord(after) && after.stage !== 'full';
  if (!isBegun) return actionText(language, action);
  const { accepted } = wordsOf(language, 'audit');
  const { factors } = after;
  return Array.isArray(factors) && factors.includes('link') ? accepted.link : accepted.password;
}

/** What was asked for, without what has then changed to just that. */
export function askedValues(reader: ValueReader, entry: AuditEntryDto): NamedChange[] {
  const { nothing } = wordsOf(reader.language, 'audit');
  const told = new Set(changesOf(reader, entry).map(keyOf));
  return valuesIn(entry.details)
    .map(({ path, value }) => ({
      name: nameText(reader.language, path),
      after: valueText(reader, value, path),
    }))
    .filter((value) => value.after !== nothing && !told.has(keyOf(value)));
}

/** What a change has changed of the product or category that is asked for. */
function ownChangesOf(reader: ValueReader, { changed }: AuditEntryDto): NamedChange[] {
  return ((changed ?? []) as OwnChange[]).flatMap((one) => {
    const whose = [one.account_id, one.group_id].find((id) => id !== null);
    const group = one.account_id === null ? ['group_id'] : ['account_id'];
    const forWhom = whose === undefined ? '' : ` (${valueText(reader, whose, group)})`;
    return storedTexts(reader, one.column, one.from, one.to).map((value) => ({
      ...value,
      name: value.name + forWhom,
    }));
  });
}

/** All that is told of a change, each once: the values of the thing that is asked for first. */
export function allChangesOf(reader: ValueReader, entry: AuditEntryDto): NamedChange[] {
  return eachOnce([...ownChangesOf(reader, entry), ...changesOf(reader, entry)]);
}

/** What has changed. What reads alike is told once. */
function changesOf(reader: ValueReader, { before, after }: AuditEntryDto): NamedChange[] {
  return eachOnce(changedTexts(reader, before, after));
}

function eachOnce(values: readonly NamedChange[]): NamedChange[] {
  const told = new Set<string>();
  return values.filter((value) => told.size < told.add(keyOf(value)).size);
}

function keyOf({ name, after }: NamedChange): string {
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
  const textOf = ({ name, before, after }: NamedChange): string =>
    before === undefined ? `${name}: ${after}` : `${name}: ${before} ${then} ${after}`;
  return {
    columns: { ...auditList.item.columns, action_in_words: 'text', changes_in_words: 'text' },
    rowOf: (entry) => ({
      ...entry,
      action_in_words: entryText(language, entry) ?? entry.action,
      changes_in_words: changesOf(reader, entry).map(textOf).join('; '),
    }),
  };
}
