import { OperatorError } from '../common/app-error.js';
import { canonicalText, isStorableText } from '../common/text.js';
import { messageKey } from '../common/message-key.js';

/** The name of a category or product as an operator entered it. @throws OperatorError */
export function itemName(text: string, item: 'category' | 'product'): string {
  const name = canonicalText(text);
  if (name !== '' && isStorableText(name)) return name;
  throw new OperatorError(`A ${item} needs a name.`, {
    messageKey: messageKey('item.name-missing', {}),
  });
}
