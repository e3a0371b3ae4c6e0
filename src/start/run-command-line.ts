import type { OpenOptions, OpenShop } from '../commands/context/command-context.js';
import { EXIT_FAILED, runCommand } from '../commands/command-line.js';
import type { CommandGroup } from '../commands/command-groups.js';
import { Terminal, type TerminalStreams } from '../commands/context/terminal.js';
import { UncaughtErrors } from '../common/uncaught-errors.js';
import { processEnvironment } from '../config/environment.js';

/**
 * Runs the program `souk` with the environment of the process, and sets its exit code. An error that no code catches,
 * such as one in a timer of an extension, is one sentence; the shop is closed, and the process ends.
 */
export async function runProgram(words: readonly string[]): Promise<void> {
  const uncaught = new UncaughtErrors();
  const command = runCommandLine(words, processEnvironment, process, uncaught);
  uncaught.onFirst(async (error) => {
    const { failureText } = await import('./failure-sentence.js');
    const { uncaughtFailure } = await import('./uncaught-failure.js');
    process.stderr.write(`${failureText(uncaughtFailure(error), processEnvironment)}\n`);
    await command;
    process.exit(EXIT_FAILED);
  });
  process.exitCode = await command;
}

/**
 * Runs one `souk` command with the database of the environment, which is read only when a command needs it.
 * @param uncaught the first of these errors ends the work of the command, and the shop is closed.
 * @returns the exit code; a failure has been written to standard error in one sentence.
 */
export async function runCommandLine(
  words: readonly string[],
  environment: () => NodeJS.ProcessEnv,
  streams: TerminalStreams,
  uncaught?: UncaughtErrors,
): Promise<number> {
  const terminal = new Terminal(streams);
  const withShop = async (work: (shop: OpenShop) => Promise<void>, options?: OpenOptions) => {
    // Imported on demand: help, usage errors and `secret-key` need no database.
    const { openShop } = await import('./open-shop.js');
    const remark = (sentence: string): void => {
      terminal.remark(sentence);
    };
    const guarded: typeof work = (shop) =>
      uncaught ? uncaught.during(() => work(shop)) : work(shop);
    await openShop(environment(), guarded, remark, options);
  };
  try {
    return await runCommand(words, { terminal, withShop }, () => groupsOf(environment()));
  } catch (error) {
    // It is told of by whoever watches for it.
    if (uncaught?.hasSeenOne) return EXIT_FAILED;
    const { failureText } = await import('./failure-sentence.js');
    terminal.remark(failureText(error, environment));
    return EXIT_FAILED;
  }
}

/** The commands of extensions. Imported on demand, since a shop without extensions needs none of it. */
async function groupsOf(environment: NodeJS.ProcessEnv): Promise<readonly CommandGroup[]> {
  const { readSettings } = await import('../config/souk-config.js');
  const { SOUK_EXTENSIONS: sources } = readSettings(environment);
  if (sources.length === 0) return [];
  const { loadExtensions } = await import('../extensions/load-extensions.js');
  const { extensionGroups } = await import('../commands/extension-groups.js');
  const extensions = await loadExtensions(sources, environment);
  if (extensions.every(({ definition }) => definition.operations === undefined)) {
    return extensionGroups(extensions);
  }
  const { operationsOf } = await import('../extensions/doors/declared-operations.js');
  return extensionGroups(extensions.map((one) => ({ ...one, operations: operationsOf(one) })));
}
