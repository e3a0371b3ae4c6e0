import { OperatorError } from './app-error.js';
import { portFault, type PortMembers } from './port-fault.js';

/** A port with the name of the extension that plugs it in. */
export interface PortOf<Port> {
  readonly extension: string;
  readonly port: Port;
}

/** How ports of one kind, which may be written without types, must look. */
export interface PortShape {
  /** Such as "listener". */
  readonly kind: string;
  /** Besides the name, which each port has. */
  readonly members: PortMembers;
  /** Whether an object literal may have no other members. An instance of a class may always have members of its own. */
  readonly isClosed?: true;
}

const NAME = /^[a-z][a-z0-9-]{0,49}$/;

/** @returns the end of a sentence whose subject is the port; undefined if it is as it must be */
export function shapeFault(port: unknown, { members, isClosed }: PortShape): string | undefined {
  const fault = portFault(port, { name: { type: 'text', required: true } });
  if (fault !== undefined) return fault;
  if (!NAME.test((port as { name: string }).name)) {
    return 'has a name that is not made of lower-case letters, digits and hyphens';
  }
  return portFault(port, members) ?? (isClosed && unknownMember(port as object, members));
}

/** @throws OperatorError in one sentence that names extension and port */
export function assertPorts(
  shape: PortShape,
  items: readonly PortOf<{ readonly name: string }>[],
): void {
  const { kind } = shape;
  const seen = new Set<string>();
  for (const { extension, port } of items) {
    const fault = shapeFault(port, shape);
    if (fault !== undefined) {
      const name: unknown = (port as { name?: unknown } | null | undefined)?.name;
      const what = typeof name === 'string' && name !== '' ? `the ${kind} "${name}"` : `a ${kind}`;
      throw new OperatorError(`The extension "${extension}" has ${what}, which ${fault}.`);
    }
    const key = `${extension} ${port.name}`;
    if (seen.has(key)) {
      throw new OperatorError(
        `The extension "${extension}" has the ${kind} "${port.name}" twice; rename one of them.`,
      );
    }
    seen.add(key);
  }
}

function unknownMember(port: object, members: PortMembers): string | undefined {
  const known = ['name', ...Object.keys(members)];
  const unknown = isLiteral(port)
    ? Object.keys(port).find((name) => !known.includes(name))
    : undefined;
  return unknown && `has an unknown member "${unknown}"; there are ${known.join(', ')}`;
}

/** True for an object literal, also of another realm. */
function isLiteral(port: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(port);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
