/** The members that an object must or may have, by name. */
export type PortMembers = Readonly<
  Record<string, { readonly type: 'method' | 'flag' | 'text'; readonly required?: true }>
>;

const TYPES = {
  method: { of: 'function', name: 'method' },
  flag: { of: 'boolean', name: 'boolean' },
  text: { of: 'string', name: 'text' },
} as const;

/** A member whose name differs by so many letters is taken for a misspelled one. */
const MAX_DIFFERENT_LETTERS = 2;

/**
 * Checks an object that an extension gives, which may be written without types. It may have other members, unless they
 * look like a misspelled one.
 * @returns the end of a sentence whose subject is the object; undefined if it is as it must be
 */
export function portFault(port: unknown, members: PortMembers): string | undefined {
  if (typeof port !== 'object' || port === null) return 'is no object';
  for (const [name, { type, required }] of Object.entries(members)) {
    const value: unknown = Reflect.get(port, name);
    const { of, name: typeName } = TYPES[type];
    if (value === undefined) {
      const other = similarMember(port, name, of, members);
      if (other !== undefined) {
        return `has an unknown member "${other}", which is probably meant to be "${name}"`;
      }
      if (required) return `has no ${typeName} "${name}"`;
    } else if (typeof value !== of) {
      return `has a "${name}" that is no ${typeName}`;
    }
  }
  return undefined;
}

function similarMember(
  port: object,
  name: string,
  type: string,
  members: PortMembers,
): string | undefined {
  return namesOf(port).find(
    (other) =>
      !(other in members) &&
      other !== 'constructor' &&
      differentLetters(other.toLowerCase(), name.toLowerCase()) <= MAX_DIFFERENT_LETTERS &&
      typeof Reflect.get(port, other) === type,
  );
}

/** The names of all members, with those of its classes. */
function namesOf(port: object): string[] {
  const names: string[] = [];
  for (
    let part: object | null = port;
    part !== null && part !== Object.prototype;
    part = Reflect.getPrototypeOf(part)
  ) {
    names.push(...Object.getOwnPropertyNames(part));
  }
  return names;
}

/** How many letters must be added, left out or replaced to make one word of the other. */
function differentLetters(one: string, other: string): number {
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const next = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (last[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (last[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    last = next;
  }
  return last.at(-1) ?? 0;
}
