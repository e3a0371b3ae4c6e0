import { OperatorError } from '../common/app-error.js';
import type { AddCommands, ShopPart } from './context/command-context.js';
import { GROUPS, type CommandGroup } from './command-groups.js';

interface ExtensionWithCommands {
  readonly definition: {
    readonly name: string;
    readonly commands?: readonly {
      readonly name: string;
      readonly description: string;
      readonly part?: ShopPart;
      readonly add: AddCommands;
    }[];
  };
}

/** Commander adds a command of this name. */
const HELP = 'help';

/** The groups of commands of extensions. @throws OperatorError for a name that is not the extension's */
export function extensionGroups(extensions: readonly ExtensionWithCommands[]): CommandGroup[] {
  const taken = new Set([HELP, ...GROUPS.map(({ name }) => name)]);
  return extensions.flatMap(({ definition: { name: extension, commands = [] } }) =>
    commands.map(({ name, description, part, add }) => {
      if (taken.has(name)) throw fault(extension, name, 'exist already; give them another name');
      if (name !== extension && !name.startsWith(`${extension}-`))
        throw fault(extension, name, `are not its own; call them ${extension}, or ${extension}-…`);
      if (!/^[a-z0-9-]+$/.test(name))
        throw fault(
          extension,
          name,
          'have another name than of lower-case letters, digits and hyphens',
        );
      taken.add(name);
      return { name, description, ...(part && { part }), load: () => Promise.resolve(add) };
    }),
  );
}

function fault(extension: string, group: string, what: string): OperatorError {
  return new OperatorError(`The commands "souk ${group}" of the extension ${extension} ${what}.`);
}
