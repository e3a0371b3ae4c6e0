import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onceInRun } from '../support/once-in-run.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Compiles the client as `npm run client:build` does, but into a folder of the caller. */
export async function compileClient(outDir: string): Promise<void> {
  const made = await onceInRun('client-compiled', async (folder) => {
    const words = ['node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.json'];
    await promisify(execFile)(process.execPath, [...words, '--outDir', folder], { cwd: ROOT });
    await cp(join(ROOT, 'examples/verify-statement/verify.mjs'), join(folder, 'verify.mjs'));
  });
  await cp(made, outDir, { recursive: true });
}
