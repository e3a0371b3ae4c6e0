import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dirname, join } from 'node:path';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const HOOKS = pathToFileURL(join(FOLDER, 'typescript-hooks.js')).href;
/** Not imported: Jest keeps the exports of an imported module for later specs, without the change below. */
const threads = process.getBuiltinModule('node:worker_threads');

/**
 * Jest transforms what tests import, but not what the threads import that are started in them: those are given the
 * hooks by which plain Node imports the project's TypeScript. Done once in each process of Jest, which runs many specs.
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
