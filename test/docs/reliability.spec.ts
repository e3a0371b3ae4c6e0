import { readFile } from 'node:fs/promises';

/** `npm run chaos -- --only stop,kill-app` */
const COMMAND = /`npm run ([\w:]+)(?: -- --only ([\w,-]+))?/g;

it('each command of docs/reliability.md, and each scenario that it names, is there', async () => {
  const text = await readFile('docs/reliability.md', 'utf8');
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = [...text.matchAll(COMMAND)].map(([, command, names]) => ({
    command: command!,
    names: names?.split(',') ?? [],
  }));
  expect(commands.length).toBeGreaterThan(15);
  expect(commands.filter(({ command }) => scripts[command] === undefined)).toEqual([]);
  const missing: string[] = [];
  for (const { command, names } of commands.filter(({ names }) => names.length > 0)) {
    const table = await readFile(`test/${command}/${command}.ts`, 'utf8');
    const isThere = (name: string): boolean => new RegExp(`^  '?${name}'?[:,]`, 'm').test(table);
    missing.push(...names.filter((name) => !isThere(name)).map((name) => `${command} ${name}`));
  }
  expect(missing).toEqual([]);
});

it('each row of the promises of docs/reliability.md names a command', async () => {
  const text = await readFile('docs/reliability.md', 'utf8');
  const [, promises = ''] =
    /\n\| Promise \| Proof \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text) ?? [];
  const rows = promises.trim().split('\n');
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !/\| `npm run .*` \|$/.test(row))).toEqual([]);
});
