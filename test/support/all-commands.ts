import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { buildProgram } from '../../src/commands/command-line.js';
import { Terminal } from '../../src/commands/context/terminal.js';

/** Every command that can be run, not the groups. */
export async function allCommands(): Promise<Command[]> {
  const streams = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const withShop = () => Promise.resolve();
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  return leaves(await buildProgram({ terminal: new Terminal(streams), withShop }));
}
