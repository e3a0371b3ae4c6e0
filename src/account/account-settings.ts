import { OperatorError } from '../common/app-error.js';
import { canonicalText, isStorableText } from '../common/text.js';
import { refusal } from '../common/refusal.js';

/** Most requests or orders a minute that a limit may have. */
export const MAX_A_MINUTE = 1_000_000;

/** The name as it is stored. @throws OperatorError if it is empty */
export function accountNameOf(text: string): string {
  const name = canonicalText(text);
  if (name !== '' && isStorableText(name)) return name;
  throw new OperatorError(...refusal('account.name-missing'));
}

/** The name as it is stored. @throws OperatorError if it is empty */
export function groupNameOf(text: string): string {
  const name = canonicalText(text);
  if (name !== '' && isStorableText(name)) return name;
  throw new OperatorError(...refusal('group.name-missing'));
}
