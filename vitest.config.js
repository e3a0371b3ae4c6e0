import { defineConfig } from 'vitest/config';
import CountsReporter from './test/support/runner/counts-reporter.js';
import SpecOrder from './test/support/runner/spec-order.js';

/** Specs of two kinds have workers of their own: those beside the sources set clocks, which a shop's jobs would miss. */
const projects = [
  { extends: true, test: { name: 'sources', include: ['src/**/*.spec.{ts,tsx}'] } },
  {
    extends: true,
    test: {
      name: 'shop',
      include: ['test/**/*.spec.{ts,tsx}'],
      globalSetup: 'test/support/runner/global-setup.js',
    },
  },
];

/** Node loads the specs, by the import hooks that chaos and benches use, too; Vite compiles nothing. */
export default defineConfig({
  test: {
    projects,
    globals: true,
    setupFiles: 'test/support/runner/put-back.js',
    reporters: [['default', { summary: false }], new CountsReporter()],
    sequence: { sequencer: SpecOrder },
    pool: 'forks',
    // Modules are loaded once in each worker, not once in each of five hundred files.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: [
      '--no-warnings',
      '--enable-source-maps',
      '--import',
      './test/support/typescript-hooks.js',
    ],
    // Specs wait for the database most of the time.
    maxWorkers: 3,
    // Only ends what would never end: no spec depends on speed, and some machines are ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
