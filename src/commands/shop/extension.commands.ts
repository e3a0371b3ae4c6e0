import type { PortNames } from '../../upkeep/extensions/recorded-ports.js';
import {
  EXTENSION_SHAPE,
  extensionForget,
  extensionList,
  extensionSet,
  type ExtensionDto,
  type ExtensionsDto,
} from '../../operations/shop/extension.operations.js';
import { ExtensionMigrations } from '../../upkeep/extensions/extension-migrations.service.js';
import type { ExtensionTaskDto } from '../../operations/shop/extension-work.shapes.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { answerRow } from '../operations/answer-row.js';
import { addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { noteChanged } from '../context/noted-change.js';
import { addListenerCommands } from './listener.commands.js';

/** Such as `check spend-limit, listener sink (order.placed)`. */
function portsText({
  handlers = [],
  policies = [],
  checks = [],
  listeners = [],
  orderedListeners = [],
  tokenSource = false,
  tasks = [],
  jobs = [],
}: Partial<PortNames>): string {
  return [
    ...handlers.map((name) => `handler ${name}`),
    ...policies.map((name) => `policy ${name}`),
    ...checks.map((name) => `check ${name}`),
    ...listeners.map(({ name, events }) => `listener ${name} (${events.join(' ')})`),
    ...orderedListeners.map(({ name, events }) => `ordered listener ${name} (${events.join(' ')})`),
    ...(tokenSource ? ['token source'] : []),
    ...tasks.map((name) => `task ${name}`),
    ...jobs.map((name) => `job ${name}`),
  ].join(', ');
}

const WHAT_IS_UNDONE = `
The newest migration alone, or all up to the class MIGRATION and with it, the newest first. What their tables hold is gone.`;
const UNTIL_NEXT_START =
  'The next start with this version runs them again: load the version before them.';

/** Such as `sync-rates every 300 s, last begun 2026-01-31T18:00:00.000Z on web-1, process 17`. */
function taskText(task: ExtensionTaskDto): string {
  const { name, every_seconds, last_started, holder, failures, last_fault } = task;
  const last =
    last_started === null ? 'never begun' : `last begun ${last_started} on ${holder ?? ''}`;
  const failed = failures === 0 ? '' : `, failed ${failures} times: ${last_fault ?? ''}`;
  return `${name} every ${every_seconds} s, ${last}${failed}`;
}

function healthText({ health }: ExtensionDto): string {
  if (health === null) return '';
  return health.ok ? 'ok' : `not ok: ${health.detail}`;
}

export const addExtensionCommands: AddOwnCommands = (extension, context) => {
  const { terminal } = context;
  addReading(extension, context, extensionList, {
    description:
      'version, ports and what each may do in the shop, at the last start of a server, and what is loaded here',
    withoutExtensions: true,
    show: (answer) => {
      const { items } = answer as ExtensionsDto;
      const rows = items.map((one) => {
        const uses = one.uses.map(({ does }) => does).join(', ');
        return answerRow(EXTENSION_SHAPE.type, {
          ...{ ...one, ports: portsText(one.ports), uses },
          ...{ tasks: one.tasks.map(taskText).join('; '), health: healthText(one) },
        });
      });
      terminal.list(rows, 'The shop has no extension.', items);
    },
  });
  addOperation(extension, context, extensionSet, { withoutExtensions: true });
  addOperation(extension, context, extensionForget, {
    description: 'let servers and commands work without an extension that the shop has no longer',
    withoutExtensions: true,
    said: (_, name) =>
      `The extension ${name} is forgotten; its tables stay. A server that loads it records it again.`,
  });
  extension
    .command('undo <name> [migration]')
    .description('take back its migrations by their "down"; stop the servers that load it before')
    .addHelpText('after', WHAT_IS_UNDONE)
    .action((name: string, migration?: string) =>
      context.withShop(async (shop) => {
        const undone = await shop.get(ExtensionMigrations).undo(name, migration);
        noteChanged(shop, { migrations: undone }, null);
        terminal.show({ undone }, `Taken back: ${undone.join(', ')}. ${UNTIL_NEXT_START}`);
      }),
    );
  addListenerCommands(extension, context);
};
