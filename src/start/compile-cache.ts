import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Keeps what V8 makes of the modules imported from now on, so that the next start need not parse them again. It lies
 * with the packages, which whoever can write it could change as well; where it cannot be written, there is none.
 */
export function keepCompiledModules(): void {
  enableCompileCache(
    fileURLToPath(new URL('../../node_modules/.cache/souk-compiled', import.meta.url)),
  );
}
