import { Command, CommanderError } from 'commander';
import { actionOf, type OperatorAction } from '../audit/operator-action.js';
import { operatorName, type CommandContext } from '../command-context.js';
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

/**
 * The `souk` program.
 * @param loaded the groups whose commands work; of the others it knows the names, for help and for typing errors.
 */
export async function buildProgram(
  context: CommandContext,
  loaded: readonly CommandGroup[] = GROUPS,
): Promise<Command> {
  const { terminal } = context;
  let action: OperatorAction | undefined;
  const program = new Command('souk')
    .description('Run a Souk shop from the command line.')
    .option('--json', 'answer as one JSON document')
    .addHelpText('after', EXAMPLES)
    .hook('preAction', (command, chosen) => {
      terminal.json = command.opts<{ json?: true }>().json ?? false;
      action = actionOf(chosen);
    });
  const audited = auditedContext(context, () => action);
  for (const group of GROUPS) {
    const command = program.command(group.name).description(group.description);
    if (group.argument) command.argument(...group.argument);
    if (loaded.includes(group)) (await group.load())(command, openingPart(audited, group));
  }
  for (const command of [program, ...descendants(program)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.streams.stdout.write(text),
      writeErr: (text) => terminal.streams.stderr.write(text),
    });
  }
  return program;
}

/** The one place where a change by an operator is audited, so that no command can forget it. */
function auditedContext(
  { terminal, withShop }: CommandContext,
  actionOfNow: () => OperatorAction | undefined,
): CommandContext {
  return {
    terminal,
    withShop: (work, options) =>
      withShop(async (shop) => {
        const action = actionOfNow();
        if (!action) return work(shop);
        const { AuditService } = await import('../audit/audit.service.js');
        return shop.get(AuditService).during(operatorName(), action, () => work(shop));
      }, options),
  };
}

/** Loads no more than the commands of a group need. */
function openingPart(
  { terminal, withShop }: CommandContext,
  { part }: CommandGroup,
): CommandContext {
  return { terminal, withShop: (work, options) => withShop(work, { part, ...options }) };
}

function descendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)]);
}

/**
 * Runs one command. Failures that are the operator's to solve are thrown on to the caller, who knows the words.
 * @param words what stands behind `souk` on the command line.
 */
export async function runCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  try {
    // A name of a group that is an argument here is loaded in vain.
    const named = GROUPS.filter(({ name }) => words.includes(name));
    await (await buildProgram(context, named)).parseAsync([...words], { from: 'user' });
    return EXIT_OK;
  } catch (error) {
    // Commander has already said what is wrong with the words, or has shown the help that was asked for.
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
  }
}
