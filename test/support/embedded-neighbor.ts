import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The first line that the program prints. */
export interface NeighborLine {
  readonly url: string;
  readonly firstRun: boolean;
  /** Set when it could not start, and nothing else then. */
  readonly refused?: string;
}

const NEIGHBOR = `
  import { startEmbeddedPostgres } from './embedded-postgres.js';
  import { Client } from 'pg';
  const refused = ({ message }) => {
    console.log(JSON.stringify({ refused: message }));
    process.exit(1);
  };
  const dataDir = process.argv[2];
  const { directUrl: url, firstRun, stop } = await startEmbeddedPostgres({ dataDir }).catch(refused);
  process.on('SIGTERM', () => stop().then(() => process.exit(0)));
  setInterval(() => undefined, 1000);
  console.log(JSON.stringify({ url, firstRun }));
  if (process.argv[3] === 'write') {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('CREATE TABLE acknowledged (id integer)');
    for (let id = 0; ; id++) {
      await client.query('INSERT INTO acknowledged VALUES ($1)', [id]);
      console.log(id);
    }
  }
`;

/**
 * Compiles the launcher into `folder`, beside a program that uses it: `neighbor.js DATA_FOLDER idle|write`. The program
 * prints a line when PostgreSQL is ready, or why it was refused, and with `write` the id of each row that was committed.
 * @returns the path of the program.
 */
export async function buildNeighbor(folder: string): Promise<string> {
  const source = fileURLToPath(new URL('../../src/database/embedded/', import.meta.url));
  await mkdir(folder);
  for (const name of await readdir(source)) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const { outputText } = ts.transpileModule(await readFile(join(source, name), 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext },
    });
    await writeFile(join(folder, name.replace(/\.ts$/, '.js')), outputText);
  }
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
  await symlink(modules, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const program = join(folder, 'neighbor.js');
  await writeFile(program, NEIGHBOR);
  return program;
}
