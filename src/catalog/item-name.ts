import { OperatorError } from '../common/app-error.js';
import { canonicalText, isStorableText } from '../common/text.js';
import { sentence } from '../common/sentence.js';

/** The name of a category or product as an operator entered it. @throws OperatorError */
export function itemName(text: string): string {
  const name = canonicalText(text);
  if (name !== '' && isStorableText(name)) return name;
  throw new OperatorError(...sentence('item.name-missing'));
}
