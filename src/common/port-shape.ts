import { OperatorError } from './app-error.js';
import { portFault } from './port-fault.js';

/** A port with the name of the extension that plugs it in. */
export interface PortOf<Port> {
  readonly extension: string;
  readonly port: Port;
}

const NAME = /^[a-z][a-z0-9-]{0,49}$/;

/**
 * Checks ports that may be written without types.
 * @param kind such as "listener".
 * @param methods all required.
 * @throws OperatorError in one sentence that names extension and port
 */
export function assertPorts(
  kind: string,
  items: readonly PortOf<{ readonly name: string }>[],
  methods: readonly string[],
): void {
  const members = methods.map((name) => [name, { type: 'method', required: true }] as const);
  const seen = new Set<string>();
  for (const { extension, port } of items) {
    const fault =
      portFault(port, { name: { type: 'text', required: true } }) ??
      (NAME.test(port.name)
        ? portFault(port, Object.fromEntries(members))
        : 'has a name that is not made of lower-case letters, digits and hyphens');
    if (fault !== undefined) {
      const name: unknown = (port as { name?: unknown } | undefined)?.name;
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
