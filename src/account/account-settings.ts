import { OperatorError } from '../common/app-error.js';
import { canonicalText, isStorableText } from '../common/text.js';
import { sentence } from '../common/sentence.js';

/** Most requests or orders a minute that a limit may have. */
export const MAX_A_MINUTE = 1_000_000;

/** The name as it is stored. @throws OperatorError if it is empty */
export function accountNameOf(text: string): string {
  const name = canonicalText(text);
  if (name !== '' && isStorableText(name)) return name;
  throw new OperatorError(...sentence('account.name-missing'));
}

/** The name as it is stored. @throws OperatorError if it is empty */
export function groupNameOf(text: string): string {
  const name = canonicalText(text);
  if (name !== '' && isStorableText(name)) return name;
  throw new OperatorError(...sentence('group.name-missing'));
}
