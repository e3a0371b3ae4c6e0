import { isMadeReference } from '../../admin/requests/request-key.js';
import type { DeliveryStepDto } from '../../operations/delivery/delivery.operations.js';
import { numericText } from '../../common/decimal.js';
import { isRecord } from '../../common/json-values.js';
import { isOrderId } from '../../orders/rules/order-uuid.js';
import type { Formats } from '../../pages/formats.js';
import { isolated, type Language } from '../../locales/language.js';
import { wayText } from '../delivery/delivery-way.js';
import { nameText } from '../value-names/name-text.js';
import { NO_NAMES, type ThingNames } from '../shell/thing-naming.service.js';
import { nameOfThing } from './thing-names.js';
import { wordsOf } from '../../pages/words.js';

const DECIMAL = /^-?\d{1,40}\.\d{1,40}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/;
const OPERATOR = /^operator:/;

/** For whom a value is told. */
export interface ValueReader {
  readonly language: Language;
  readonly formats: Pick<Formats, 'time'>;
  /** The names of what values are the ids of; left out where none are told. */
  readonly things?: ThingNames;
}

/**
 * A value as people read it: words, times of the language, numbers without trailing zeros, names beside ids.
 * @param path the names that lead to it
 */
export function valueText(
  reader: ValueReader,
  value: unknown,
  path: readonly string[] = [],
): string {
  const { language, things = NO_NAMES } = reader;
  const name = path.at(-1) ?? '';
  const { yes, no } = wordsOf(language, 'common');
  const thing = nameOfThing(things, name, value);
  if (thing !== undefined) return `${isolated(thing)} (${String(value)})`;
  if (name === 'steps' && isSteps(value)) return wayText(language, value);
  if (value === null || value === undefined) return wordsOf(language, 'audit').nothing;
  if (typeof value === 'string') return textOf(reader, value, name);
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return listText(reader, value, path);
  if (typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([part, one]) => `${nameText(language, [part])}: ${isolated(valueText(reader, one, [part]))}`,
  );
  return listText(reader, parts);
}

function isSteps(value: unknown): value is DeliveryStepDto[] {
  const isStep = (one: unknown): boolean =>
    isRecord(one) && typeof one.handler === 'string' && isRecord(one.settings);
  return Array.isArray(value) && value.every(isStep);
}

function textOf({ language, formats }: ValueReader, text: string, name: string): string {
  if (text === '' || isMadeReference(text)) return wordsOf(language, 'audit').nothing;
  if (TIME.test(text)) return formats.time(text);
  // A name may look like a number, and stays as it is.
  if (name !== 'name' && DECIMAL.test(text)) return numericText(text);
  const words = valueWords(language, name);
  return (Object.hasOwn(words, text) ? words[text] : undefined) ?? text.replace(OPERATOR, '');
}

/** The words for the values of a name, if it has a fixed set of them. */
function valueWords(
  language: Language,
  name: string,
): Readonly<Record<string, string | undefined>> {
  switch (name) {
    case 'role':
      return wordsOf(language, 'page').roles;
    case 'kind':
      return wordsOf(language, 'notification').kinds;
    case 'closed':
    case 'factors':
    case 'stage':
      return wordsOf(language, 'valueText')[name];
    case 'state': {
      const { reading, comparing, interrupted, ready, ...words } = wordsOf(language, 'import');
      const { refused, applying, applied } = words;
      return { reading, comparing, interrupted, ready, refused, applying, applied };
    }
    case 'product_type': {
      const { typeAmount, typePackage, typeSpecific } = wordsOf(language, 'catalog');
      return { amount: typeAmount, package: typePackage, specificPackage: typeSpecific };
    }
    default:
      return name === 'status' || isOrderId(name) ? wordsOf(language, 'order').statuses : {};
  }
}

function listText(
  reader: ValueReader,
  items: readonly unknown[],
  path: readonly string[] = [],
): string {
  if (items.length === 0) return wordsOf(reader.language, 'audit').nothing;
  return items.map((item) => isolated(valueText(reader, item, path))).join(', ');
}
