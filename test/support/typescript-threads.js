import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dirname, join } from 'node:path';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const HOOKS = pathToFileURL(join(FOLDER, 'typescript-hooks.js')).href;
/** Not by import: Jest would keep what it exports now for the tests that come after this. */
const threads = process.getBuiltinModule('node:worker_threads');

/**
 * Jest transforms what tests import, but not what the threads import that are started in them: those are given the
 * hooks by which plain Node imports the project's TypeScript. Once a process, which runs many tests.
 */
if (!threads.Worker.soukImportsTypeScript) {
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    static soukImportsTypeScript = true;

    constructor(file, options) {
      super(file, { ...options, execArgv: ['--no-warnings', '--import', HOOKS] });
    }
  };
}
