import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Caches V8's code of the modules imported from now on, so that the next start is faster. The cache is in node_modules,
 * because whoever may write there can change the packages anyway; without write access there is no cache.
 */
export function keepCompiledModules(): void {
  enableCompileCache(
    fileURLToPath(new URL('../../node_modules/.cache/souk-compiled', import.meta.url)),
  );
}
