import { OperatorError } from '../common/app-error.js';
import type { AnyOperation } from '../operations/operation.js';
import type { AddCommands, AddOwnCommands, ShopPart } from './context/command-context.js';
import { GROUPS, type CommandGroup } from './command-groups.js';

interface ExtensionWithCommands {
  readonly definition: {
    readonly name: string;
    readonly commands?: readonly OwnGroup[];
  };
  /** What operators can do by it. */
  readonly operations?: readonly AnyOperation[];
}

interface OwnGroup {
  readonly name: string;
  readonly description: string;
  readonly part?: ShopPart;
  readonly add: AddCommands;
}

/** Commander adds a command of this name. */
const HELP = 'help';

/** The groups of commands of extensions. @throws OperatorError for a name that is not the extension's */
export function extensionGroups(extensions: readonly ExtensionWithCommands[]): CommandGroup[] {
  const taken = new Set([HELP, ...GROUPS.map(({ name }) => name)]);
  return extensions.flatMap(
    ({ definition: { name: extension, commands = [] }, operations = [] }) => {
      const hasOwn = operations.length === 0 || commands.some(({ name }) => name === extension);
      const all = hasOwn ? commands : [operationsGroup(extension), ...commands];
      return all.map(({ name, description, part, add }) => {
        if (taken.has(name)) throw fault(extension, name, 'exist already; give them another name');
        if (name !== extension && !name.startsWith(`${extension}-`))
          throw fault(
            extension,
            name,
            `are not its own; call them ${extension}, or ${extension}-…`,
          );
        if (!/^[a-z0-9-]+$/.test(name))
          throw fault(
            extension,
            name,
            'have another name than of lower-case letters, digits and hyphens',
          );
        taken.add(name);
        const added = name === extension ? operations : [];
        const load = () => groupOf(extension, add, added);
        return { name, description, ...(part && { part }), load };
      });
    },
  );
}

function operationsGroup(name: string): OwnGroup {
  return { name, description: `operations of the extension ${name}`, add: () => undefined };
}

/** The commands of a group, and those of operations. */
async function groupOf(
  extension: string,
  add: AddCommands,
  operations: readonly AnyOperation[],
): Promise<AddOwnCommands> {
  if (operations.length === 0) return add;
  const { addOperation, wordsIn } = await import('./operations/operation-command.js');
  return (group, context) => {
    add(group, context);
    const own = new Set(group.commands.map((command) => command.name()));
    for (const operation of operations) {
      const words = wordsIn(group, operation.name);
      if (own.has(words)) {
        throw fault(
          extension,
          `${extension} ${words}`,
          'are an operation, too; rename one of them',
        );
      }
      addOperation(group, context, operation);
    }
  };
}

function fault(extension: string, group: string, what: string): OperatorError {
  return new OperatorError(`The commands "souk ${group}" of the extension ${extension} ${what}.`);
}
