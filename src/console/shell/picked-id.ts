import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import type { Language } from '../../pages/language.js';
import { pickerFault, type Picked } from '../../pages/picker.js';

/** The id of the thing that a field names; undefined if it is empty. @throws InvalidFieldsError if it names none or several */
export function pickedId(picked: Picked, field: string, language: Language): number | undefined {
  const fault = pickerFault(picked, field, language);
  if (fault) throw new InvalidFieldsError([{ field, message: fault.fields[field] ?? '' }]);
  return picked.kind === 'one' ? picked.id : undefined;
}
