import type { OpenOptions, OpenShop } from '../operator/command-context.js';
import { EXIT_FAILED, runCommand } from '../operator/commands/command-line.js';
import { Terminal, type TerminalStreams } from '../operator/terminal.js';

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
    return await runCommand(words, { terminal, withShop });
  } catch (error) {
    const { failureText } = await import('./failure-sentence.js');
    terminal.remark(failureText(error, environment));
    return EXIT_FAILED;
  }
}
