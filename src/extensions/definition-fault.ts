import { validRange } from 'semver';
import type { ExtensionDefinition, ExtensionSetting } from './extension.js';
import { operationsFault } from './operators/operations-fault.js';
import { SHOP_USES } from './shop/shop-use.js';

/** Also the prefix of tables, commands and settings. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_NAME_CHARACTERS = 30;

interface Member {
  readonly isValid: (value: unknown) => boolean;
  /** What the member must be, after "must be". */
  readonly wanted: string;
  readonly required?: true;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf =
  (isItem: (item: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(isItem);

const MEMBERS: Readonly<Record<keyof ExtensionDefinition, Member>> = {
  name: {
    isValid: (value) =>
      typeof value === 'string' && NAME.test(value) && value.length <= MAX_NAME_CHARACTERS,
    wanted: `lower-case letters, digits and hyphens, at most ${MAX_NAME_CHARACTERS}`,
    required: true,
  },
  souk: {
    isValid: (value) => typeof value === 'string' && validRange(value) !== null,
    wanted: 'a range of versions of Souk such as "^1.2.0"',
    required: true,
  },
  module: {
    isValid: (value) => isFunction(value) || isObject(value),
    wanted: 'a Nest module',
  },
  migrations: { isValid: listOf(isFunction), wanted: 'a list of classes' },
  tables: { isValid: listOf(isNamed), wanted: 'a list of objects with a name' },
  commands: {
    isValid: listOf((item) => isNamed(item) && isFunction((item as { add?: unknown }).add)),
    wanted: 'a list of objects with name, description and add',
  },
  settings: {
    isValid: (value) => isObject(value) && Object.values(value as object).every(isSetting),
    wanted: 'an object of settings with read, sentence, and either default or required: true',
  },
  errors: {
    isValid: listOf(isObject),
    wanted: 'a list of objects with code, message and httpStatus',
  },
  uses: {
    isValid: listOf((item) => SHOP_USES.some((use) => use === item)),
    wanted: `a list of methods of Shop, of ${SHOP_USES.join(', ')}`,
  },
  permissions: { isValid: listOf(isObject), wanted: 'a list of objects with name and text' },
  operations: {
    isValid: listOf(isObject),
    wanted: 'a list of objects with name, summary, permission and run',
  },
  ports: { isValid: isFunction, wanted: 'a function' },
  start: { isValid: isFunction, wanted: 'a function' },
  stop: { isValid: isFunction, wanted: 'a function' },
  work: { isValid: (value) => value === 'each worker', wanted: '"each worker", or left out' },
};

/**
 * What is wrong with the definition of an extension, after the name of its file; undefined if nothing is. Extensions may
 * be written without types.
 */
export function definitionFault(candidate: unknown): string | undefined {
  if (candidate === undefined) return 'exports no "extension", made by defineExtension';
  if (!isObject(candidate)) return 'exports an "extension" that is not made by defineExtension';
  const given = candidate as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(MEMBERS, name));
  if (unknown !== undefined) {
    return `has an unknown member "${unknown}"; there are ${Object.keys(MEMBERS).join(', ')}`;
  }
  for (const [name, { isValid, wanted, required }] of Object.entries(MEMBERS)) {
    const value = given[name];
    if (value === undefined ? required : !isValid(value))
      return `has a member "${name}" that must be ${wanted}`;
  }
  return operationsFault(candidate as ExtensionDefinition);
}

function isNamed(item: unknown): boolean {
  return isObject(item) && typeof (item as { name?: unknown }).name === 'string';
}

function isSetting(item: unknown): boolean {
  if (!isObject(item)) return false;
  const { read, sentence, required } = item as Partial<ExtensionSetting>;
  const hasDefault = Object.hasOwn(item as object, 'default');
  return isFunction(read) && typeof sentence === 'string' && hasDefault !== (required === true);
}
