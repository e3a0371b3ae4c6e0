import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Compiles the client as `npm run client:build` does, but into a folder of the caller. */
export async function compileClient(outDir: string): Promise<void> {
  const words = ['node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.json'];
  await promisify(execFile)(process.execPath, [...words, '--outDir', outDir], { cwd: ROOT });
}
