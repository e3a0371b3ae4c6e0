import type { DeliveryStepDto } from '../../operations/delivery/delivery.operations.js';
import { isolated, type Language } from '../../locales/language.js';
import { partsOf, wayOf } from './delivery-way.js';
import { wordsOf } from '../../pages/words.js';

/** Who delivers, in the order in which they are asked, as one text. */
export function wayText(language: Language, steps: readonly DeliveryStepDto[]): string {
  const { manual } = wordsOf(language, 'delivery');
  if (steps.length === 0) return manual;
  return steps.map((step) => isolated(stepText(language, step))).join(', ');
}

function stepText(language: Language, step: DeliveryStepDto): string {
  const words = wordsOf(language, 'delivery');
  const { by, detail } = wayOf(step);
  const { kind, ...parts } = partsOf(by);
  const name = isolated(parts.name);
  if (kind === 'manual') return words.manual;
  if (kind === 'stock') return `${words.fromStock} ${name}`;
  if (kind === 'supplier') {
    return `${words.fromSupplier} ${name} (${words.product} ${isolated(detail)})`;
  }
  return detail === '' ? name : `${name} ${isolated(detail)}`;
}
