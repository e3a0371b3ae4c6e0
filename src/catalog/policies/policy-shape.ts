import { OperatorError } from '../../common/app-error.js';
import type { PolicyMethod, OwnedPolicy } from './policy-faults.js';

const NAME = /^[a-z][a-z0-9-]{0,49}$/;

/** Each method, and whether a policy must have it. */
const METHODS: Readonly<Record<PolicyMethod, boolean>> = {
  read: true,
  digest: true,
  shows: true,
  showsCategory: false,
  price: true,
  goodUntil: true,
};

/**
 * The policies, if all of them are well-formed. Most members are required even where they would do nothing, because a
 * misspelled one would otherwise show what must be hidden. Unknown members are refused in plain objects only: an instance
 * of a class may have members of its own.
 * @throws OperatorError that names extension and policy
 */
export function checkedPolicies(policies: readonly OwnedPolicy[]): readonly OwnedPolicy[] {
  const names = new Set<string>();
  for (const { extension, port } of policies) {
    const fault = faultOf(port);
    if (fault !== undefined) throw refusal(extension, port, fault);
    const name = `${extension} ${port.name}`;
    if (names.has(name)) throw refusal(extension, port, 'has the name of another one; rename it');
    names.add(name);
  }
  return [...policies];
}

function faultOf(port: unknown): string | undefined {
  if (typeof port !== 'object' || port === null) return 'is no object';
  const members = port as Readonly<Record<string, unknown>>;
  if (typeof members.name !== 'string' || !NAME.test(members.name)) {
    return 'needs a name of lower-case letters, digits and hyphens';
  }
  for (const [method, isRequired] of Object.entries(METHODS)) {
    const member = members[method];
    if (member === undefined && isRequired) return `lacks the method ${method}`;
    if (member !== undefined && typeof member !== 'function')
      return `has a ${method} that is no method`;
  }
  const unknown = isPlain(port)
    ? Object.keys(port).find((member) => member !== 'name' && !(member in METHODS))
    : undefined;
  if (unknown === undefined) return undefined;
  return `has the unknown member ${unknown}; known are name, ${Object.keys(METHODS).join(', ')}`;
}

/** True for an object literal, of another copy of the language's objects too. */
function isPlain(port: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(port);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refusal(extension: string, port: unknown, fault: string): OperatorError {
  const name = (port as { name?: unknown } | null | undefined)?.name;
  const policy =
    typeof name === 'string' ? `The catalog policy ${JSON.stringify(name)}` : 'A catalog policy';
  return new OperatorError(`${policy} of the extension "${extension}" ${fault}.`);
}
