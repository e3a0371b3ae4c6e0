import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { pathOf } from '../../src/upkeep/audit/operator-action.js';
import { buildProgram } from '../../src/commands/command-line.js';
import { Terminal } from '../../src/commands/context/terminal.js';
import { PERMISSION_NAMES, roleMay } from '../../src/people/permissions/permissions.js';
import { ROLES } from '../../src/people/permissions/roles.js';
import { Locale } from '../../src/locales/locale.js';

const page = readFileSync('docs/operators.md', 'utf8');

/** The cells of the rows of a table, without its header. */
function rowsAfter(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Every command that can be run. */
async function commands(): Promise<string[]> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const terminal = new Terminal({ stdin, stdout, stderr });
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const program = await buildProgram({ terminal, withShop: () => Promise.resolve() });
  return leaves(program).map(pathOf);
}

describe('the page on operators', () => {
  it('has the table of permissions as it is', () => {
    const expected = PERMISSION_NAMES.map((name) => [
      `\`${name}\``,
      Locale.of('en').say(`permission.${name}`),
      ...ROLES.map((role) => (roleMay(role, name) ? 'yes' : '')),
    ]);
    expect(rowsAfter('Permissions')).toEqual(expected);
  });

  it('names the permission of every command, or that it stays in the terminal', async () => {
    const rows = rowsAfter('Permissions of commands');
    const named = rows.flatMap(([, cell = '']) => cell.split(', ').map((one) => one.slice(1, -1)));
    expect(named.sort()).toEqual((await commands()).sort());
    const permissions = rows.map(([cell = '']) => cell.slice(1, -1)).slice(0, -1);
    expect(permissions.filter((name) => !PERMISSION_NAMES.some((one) => one === name))).toEqual([]);
    expect(rows.at(-1)?.[0]).toBe('only in the terminal');
  });
});
