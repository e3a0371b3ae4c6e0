import type { OpenOptions, OpenShop } from '../commands/context/command-context.js';
import { EXIT_FAILED, runCommand } from '../commands/command-line.js';
import type { CommandGroup } from '../commands/command-groups.js';
import { Terminal, type TerminalStreams } from '../commands/context/terminal.js';

/**
 * Runs one `souk` command with the database of the environment, which is read only when a command needs it.
 * @returns the exit code; a failure has been written to standard error in one sentence.
 */
export async function runCommandLine(
  words: readonly string[],
  environment: () => NodeJS.ProcessEnv,
  streams: TerminalStreams,
): Promise<number> {
  const terminal = new Terminal(streams);
  const withShop = async (work: (shop: OpenShop) => Promise<void>, options?: OpenOptions) => {
    // Imported on demand: help, usage errors and `secret-key` need no database.
    const { openShop } = await import('./open-shop.js');
    const remark = (sentence: string): void => {
      terminal.remark(sentence);
    };
    await openShop(environment(), work, remark, options);
  };
  try {
    return await runCommand(words, { terminal, withShop }, () => groupsOf(environment()));
  } catch (error) {
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
  return extensionGroups(await loadExtensions(sources, environment));
}
