import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { parsed } from '../../src/locales/compiled-message.js';

/** What the arguments of a message are in TypeScript, by their names. */
export type ArgumentTypes = ReadonlyMap<string, ReadonlySet<string>>;

/** The arguments of a message, in the order in which they are first named. */
export function argumentsOf(text: string): ArgumentTypes {
  const found = new Map<string, Set<string>>();
  const add = (name: string, type: string): void => {
    found.set(name, (found.get(name) ?? new Set()).add(type));
  };
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.argument) add(element.value, 'string | number');
      if (element.type === TYPE.number || element.type === TYPE.plural) {
        add(element.value, 'number');
      }
      if (element.type === TYPE.select) {
        add(element.value, 'true' in element.options ? 'boolean' : 'string');
      }
      if (element.type === TYPE.select || element.type === TYPE.plural) {
        for (const { value } of Object.values(element.options)) visit(value);
      }
    }
  };
  visit(parsed(text));
  return found;
}

const HEADER =
  '/** What can be said, by the keys of en.json; `npm run locales:types` writes it. */';
/** Its keys name the reasons of errors, which carry them. */
const FAULTS = 'fault.';

/** The types of all messages, as a module. */
export function messageTypes(messages: Readonly<Record<string, string>>): string {
  const faults: string[] = [];
  const groups: Tree = new Map();
  for (const [key, text] of Object.entries(messages)) {
    const values = [...argumentsOf(text)].map(
      ([name, types]) =>
        `readonly ${name}: ${types.size > 1 ? narrowest(types) : [...types].join()}`,
    );
    if (key.startsWith(FAULTS)) {
      const type = values.length === 0 ? 'object' : `{ ${values.join('; ')} }`;
      faults.push(`  readonly ${property(key.slice(FAULTS.length))}: ${type};`);
    } else {
      const type = values.length === 0 ? 'string' : `(values: { ${values.join('; ')} }) => string`;
      put(groups, key.split('.'), type);
    }
  }
  return [
    HEADER,
    'export interface Messages {',
    ...written(groups, '  '),
    '}',
    '',
    '/** The arguments of the reasons for which something is refused, by their keys. */',
    'export interface FaultArguments {',
    ...faults,
    '}',
    '',
  ].join('\n');
}

/** Of an argument that is both counted and said. */
function narrowest(types: ReadonlySet<string>): string {
  return ['number', 'boolean', 'string'].find((type) => types.has(type)) ?? 'string';
}

type Tree = Map<string, Tree | string>;

function put(tree: Tree, [name = '', ...rest]: readonly string[], type: string): void {
  if (rest.length === 0) {
    tree.set(name, type);
    return;
  }
  const inner = tree.get(name) ?? new Map<string, Tree | string>();
  if (typeof inner === 'string') throw new Error(`${name} is a message and a group`);
  tree.set(name, inner);
  put(inner, rest, type);
}

function written(tree: Tree, indent: string): string[] {
  return [...tree].flatMap(([name, inner]) =>
    typeof inner === 'string'
      ? [`${indent}readonly ${property(name)}: ${inner};`]
      : [`${indent}readonly ${property(name)}: {`, ...written(inner, `${indent}  `), `${indent}};`],
  );
}

function property(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : `'${name}'`;
}
