import type { DeliveryStepDto } from '../../operations/delivery/delivery.operations.js';
import { isolated, type Language } from '../../pages/language.js';
import { wayOf } from './delivery-way.js';
import { DELIVERY_WORDS } from './delivery-words.js';

/** Who delivers, in the order in which they are asked, as one text. */
export function wayText(language: Language, steps: readonly DeliveryStepDto[]): string {
  const { manual } = DELIVERY_WORDS[language];
  if (steps.length === 0) return manual;
  return steps.map((step) => isolated(stepText(language, step))).join(', ');
}

function stepText(language: Language, step: DeliveryStepDto): string {
  const words = DELIVERY_WORDS[language];
  const { by, detail } = wayOf(step);
  const [kind = '', ...rest] = by.split(':');
  const name = isolated(rest.join(':'));
  if (kind === 'manual') return words.manual;
  if (kind === 'stock') return `${words.fromStock} ${name}`;
  if (kind === 'supplier') {
    return `${words.fromSupplier} ${name} (${words.product} ${isolated(detail)})`;
  }
  return detail === '' ? name : `${name} ${isolated(detail)}`;
}
