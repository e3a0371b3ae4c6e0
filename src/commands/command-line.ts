import { Command, CommanderError } from 'commander';
import type { AuditedAction } from '../account/caller-audit.js';
import { actionOf } from '../upkeep/audit/operator-action.js';
import {
  operatorName,
  type OwnContext,
  type CommandContext,
  type OpenOptions,
  type OpenShop,
} from './context/command-context.js';
import type { ExtensionRecords } from '../upkeep/extensions/extension-records.service.js';
import { GROUPS, type CommandGroup } from './command-groups.js';

const EXAMPLES = `
Examples:
  souk account create "Acme Games"
  souk token issue 1 --label bot --expires 90d
  souk balance deposit 1 250 --ref invoice-1001
  souk catalog import catalog.csv --dry-run
  souk visibility hide --category 12 --account 1
  souk price set --group vip --all --percent -5
  souk order list --status wait
  souk order accept ID_9fffb0d849a45215 --codes-file codes.txt
  souk backup souk-2026-01-31.backup`;

/** Exit codes of the command line. */
export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** The groups of the loaded extensions, which are asked for only where the words name no group of Souk. */
export type ExtraGroups = () => Promise<readonly CommandGroup[]>;

/**
 * Builds the `souk` program.
 * @param loaded the groups whose commands are loaded; of the others only the names are known, for help and errors.
 * @param groups all groups, in the order of the help.
 */
export async function buildProgram(
  context: CommandContext,
  loaded: readonly CommandGroup[] = GROUPS,
  groups: readonly CommandGroup[] = GROUPS,
): Promise<Command> {
  const { terminal } = context;
  let action: AuditedAction | undefined;
  const program = new Command('souk')
    .description('Run a Souk shop from the command line.')
    .option('--json', 'answer as one JSON document')
    .addHelpText('after', EXAMPLES)
    .hook('preAction', (command, chosen) => {
      terminal.json = command.opts<{ json?: true }>().json ?? false;
      action = actionOf(chosen);
    });
  for (const group of groups) {
    const command = program.command(group.name).description(group.description);
    if (group.argument) command.argument(...group.argument);
    if (loaded.includes(group)) {
      (await group.load())(
        command,
        contextOf(group, context, () => action),
      );
    }
  }
  for (const command of [program, ...descendants(program)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.streams.stdout.write(text),
      writeErr: (text) => terminal.streams.stderr.write(text),
    });
  }
  return program;
}

/**
 * The context of a group: it loads only the part of the shop that the group needs, and audits all commands that do not
 * declare by `readShop` that they only read. Those refuse to run without an extension that the shop has.
 */
function contextOf(
  { part = 'whole' }: CommandGroup,
  { terminal, withShop }: CommandContext,
  currentAction: () => AuditedAction | undefined,
): OwnContext {
  const open: OwnContext['withShop'] = (work, options) => withShop(work, { part, ...options });
  const changeShop: OwnContext['withShop'] = (work, options) =>
    open(async (shop) => {
      if (expectsExtensions(options)) await (await recordsOf(shop)).assertNoneMissing();
      await work(shop);
    }, options);
  return {
    terminal,
    changeShop,
    readShop: (work, options) =>
      open(async (shop) => {
        if (expectsExtensions(options)) {
          for (const sentence of await (await recordsOf(shop)).missing()) terminal.remark(sentence);
        }
        await work(shop);
      }, options),
    withShop: (work, options) =>
      changeShop(async (shop) => {
        const action = currentAction();
        if (!action) return work(shop);
        const { AuditService } = await import('../upkeep/audit/audit.service.js');
        return shop.get(AuditService).during(operatorName(), action, () => work(shop));
      }, options),
  };
}

/** False where the command says so, and where there may be no table of extensions yet. */
function expectsExtensions({ migrate = true, withoutExtensions }: OpenOptions = {}): boolean {
  return migrate && withoutExtensions !== true;
}

async function recordsOf(shop: OpenShop): Promise<ExtensionRecords> {
  const { ExtensionRecords } = await import('../upkeep/extensions/extension-records.service.js');
  return shop.get(ExtensionRecords);
}

function descendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)]);
}

/**
 * Runs one command.
 * @param words the arguments after `souk` on the command line.
 * @returns the exit code. @throws the error of a command that fails
 */
export async function runCommand(
  words: readonly string[],
  context: CommandContext,
  extra: ExtraGroups = () => Promise.resolve([]),
): Promise<number> {
  const groups = [...GROUPS, ...(await extraGroups(words, context, extra))];
  try {
    // An argument that equals the name of a group loads that group needlessly, which does no harm.
    const named = groups.filter(({ name }) => words.includes(name));
    await (await buildProgram(context, named, groups)).parseAsync([...words], { from: 'user' });
    return EXIT_OK;
  } catch (error) {
    // Commander has already printed the usage error or the help.
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
  }
}

/** The help goes on without extensions that cannot be loaded. */
async function extraGroups(
  words: readonly string[],
  { terminal }: CommandContext,
  extra: ExtraGroups,
): Promise<readonly CommandGroup[]> {
  const first = words.find((word) => !word.startsWith('-'));
  if (GROUPS.some(({ name }) => name === first)) return [];
  try {
    return await extra();
  } catch (error) {
    if (first !== undefined && first !== 'help') throw error;
    terminal.remark(error instanceof Error ? error.message : String(error));
    return [];
  }
}
