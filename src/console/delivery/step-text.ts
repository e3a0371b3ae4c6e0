import { objectOf } from '../../admin/http/json-body.js';
import { ProblemError } from '../../admin/problems/problem.js';
import type { DeliveryStepDto } from '../../operations/delivery/delivery.operations.js';
import { sentence } from '../../common/sentence.js';
import { deliveryStep } from '../../upkeep/delivery-step.js';

/** A whole number, which would be read as one. */
const NUMBER = /^(?:0|[1-9]\d{0,8})$/;
const WORD = /^[^\s={][^\s=]*$/;
const VALUE = /^\S*$/;

/** The settings of a handler as they are typed: `stock=uc60`, or JSON if that form cannot hold them. */
export function settingsText(settings: object): string {
  const entries = Object.entries(settings);
  const isPlain = entries.every(([name, value]) => WORD.test(name) && isPlainValue(value));
  if (!isPlain) return JSON.stringify(settings);
  return entries.map(([name, value]) => `${name}=${String(value)}`).join(' ');
}

function isPlainValue(value: unknown): boolean {
  if (typeof value === 'number') return NUMBER.test(String(value));
  return typeof value === 'string' && VALUE.test(value) && !NUMBER.test(value);
}

/**
 * A handler with its settings as they were typed.
 * @throws ProblemError that says what is wrong with them
 */
export function stepOf(handler: string, settings: string): DeliveryStepDto {
  // Bounded, since it is followed to any depth later.
  if (settings.startsWith('{')) return { handler, settings: objectOf(Buffer.from(settings)) };
  try {
    const step = deliveryStep(`${handler} ${settings}`);
    return { handler, settings: step.settings };
  } catch {
    throw new ProblemError('invalid', ...sentence('delivery.setting'));
  }
}
