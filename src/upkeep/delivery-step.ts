import { InvalidArgumentError } from 'commander';
import type { FulfillmentSettings, FulfillmentStep } from '../catalog/fulfillment-step.js';

/**
 * Parses a handler with its settings, such as `codes stock=uc60` or, for nested settings, `codes {"stock":"uc60"}`. A
 * whole number becomes a number, any other value a text.
 * @throws InvalidArgumentError
 */
export function deliveryStep(text: string): FulfillmentStep {
  const trimmed = text.trim();
  const [handler = ''] = trimmed.split(/\s/, 1);
  if (handler === '') throw new InvalidArgumentError('It must name a handler.');
  const rest = trimmed.slice(handler.length).trimStart();
  return { handler, settings: rest.startsWith('{') ? jsonSettings(rest) : pairs(rest) };
}

function jsonSettings(text: string): FulfillmentSettings {
  try {
    return JSON.parse(text) as FulfillmentSettings;
  } catch {
    throw new InvalidArgumentError(`The settings ${text} are no JSON object.`);
  }
}

function pairs(text: string): FulfillmentSettings {
  const words = text === '' ? [] : text.split(/\s+/);
  return Object.fromEntries(
    words.map((word) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
      if (name === undefined || value === undefined) {
        throw new InvalidArgumentError(`A setting is written name=value; ${word} is none.`);
      }
      return [name, /^(0|[1-9]\d{0,8})$/.test(value) ? Number(value) : value];
    }),
  );
}
