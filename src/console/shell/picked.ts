import { itemId } from '../../catalog/wire/item-id.js';
import { isStorableText } from '../../common/text.js';
import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import type { FormState } from '../../pages/form.js';
import type { Language } from '../../locales/language.js';
import {
  pickedOf,
  pickedUnsought,
  pickerFault,
  type Named,
  type Picked,
} from '../../pages/picker.js';

/** What fields that name one of many things have found, by their names. */
export type PickedFields = NonNullable<FormState['picked']>;

/** Finds what fields name. @param pick finds the thing of a field */
export async function pickedBy<Way>(
  ways: Readonly<Record<string, Way>>,
  pick: (way: Way, field: string) => Promise<Picked>,
): Promise<PickedFields> {
  const found: Record<string, Picked> = {};
  for (const [field, way] of Object.entries(ways)) found[field] = await pick(way, field);
  return found;
}

/** Finds a thing by its number, or else by words. @param numbered what has the number @param search the first ones with the words */
export async function pickedByText(
  text: string,
  numbered: (id: number) => Promise<readonly Named[]>,
  search: () => Promise<{ readonly items: readonly Named[]; readonly hasMore: boolean }>,
): Promise<Picked> {
  const unsought = pickedUnsought(text);
  if (unsought) return unsought;
  const id = itemId(text);
  const found = id === undefined ? [] : await numbered(id);
  if (found.length > 0) return pickedOf(found);
  if (!isStorableText(text)) return { kind: 'none' };
  const { items, hasMore } = await search();
  return pickedOf(items, hasMore);
}

/** The id of the thing that a field names; undefined if it is empty. @throws InvalidFieldsError if it names none or several */
export function pickedId(found: PickedFields, field: string, language: Language) {
  const picked = found[field] ?? { kind: 'empty' };
  const fault = pickerFault(picked, field, language);
  if (fault) throw new InvalidFieldsError([{ field, message: fault.fields[field] ?? '' }]);
  return picked.kind === 'one' ? picked.id : undefined;
}

/** @throws InvalidFieldsError if a field names none or several */
export function assertPicked(found: PickedFields, language: Language): void {
  for (const field of Object.keys(found)) pickedId(found, field, language);
}

/** The ids of those that were found, as they would be typed. */
export function pickedIds(found: PickedFields): Readonly<Record<string, string>> {
  const ids = Object.entries(found).flatMap(([field, picked]) =>
    picked.kind === 'one' ? [[field, String(picked.id)]] : [],
  );
  return Object.fromEntries(ids) as Readonly<Record<string, string>>;
}
