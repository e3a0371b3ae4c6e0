import { sentence } from '../../common/sentence.js';
import { OperatorInputError } from '../operators.errors.js';

const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 200;
const MIN_DIFFERENT_CHARACTERS = 5;

/** The text that is hashed: the same password typed on another keyboard may have another Unicode form. */
export function normalPassword(typed: string): string {
  return typed.normalize('NFKC');
}

/** True for what may be hashed at all; longer texts would only cost time. */
export function fitsPassword(typed: string): boolean {
  return typed.length <= MAX_CHARACTERS;
}

/**
 * Why a new password is refused; undefined if it may be set.
 * @param name of the operator
 */
export function passwordFault(typed: string, name: string): OperatorInputError | undefined {
  if (!fitsPassword(typed))
    return new OperatorInputError(...sentence('password.too-long', { most: MAX_CHARACTERS }));
  if (!typed.isWellFormed()) return new OperatorInputError(...sentence('password.broken'));
  const password = normalPassword(typed);
  // Both forms, since one character may become many in the normal form.
  const forms = [[...typed], [...password]];
  if (forms.some(({ length }) => length < MIN_CHARACTERS)) {
    return new OperatorInputError(...sentence('password.too-short', { least: MIN_CHARACTERS }));
  }
  if (forms.some((characters) => new Set(characters).size < MIN_DIFFERENT_CHARACTERS)) {
    return new OperatorInputError(
      ...sentence('password.too-simple', { least: MIN_DIFFERENT_CHARACTERS }),
    );
  }
  if (password.toLowerCase().includes(name.toLowerCase()) && name.length > 2) {
    return new OperatorInputError(...sentence('password.has-name'));
  }
  return undefined;
}
