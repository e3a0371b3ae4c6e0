import { defineConfig } from 'vitest/config';
import { PURE_FILES } from './pure-files.js';

/**
 * Only the specs beside pure files, without the PostgreSQL that they do not need, and each file with modules of its own: a
 * mutant in code that runs on import needs the modules loaded anew.
 */
export default defineConfig({
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    globals: true,
    include: PURE_FILES.map((file) => file.replace(/\.ts$/, '.spec.ts')),
    testTimeout: 300_000,
  },
});
