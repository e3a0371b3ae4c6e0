/** Specs run as Node's own ES modules; types are checked by `npm run lint`, the import hooks only strip them. */
export default {
  testEnvironment: '<rootDir>/test/support/jest/shared-realm-environment.js',
  runtime: '<rootDir>/test/support/jest/native-import-runtime.cjs',
  transform: {},
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  globalSetup: '<rootDir>/test/support/jest/global-setup.js',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.js',
  reporters: ['default', '<rootDir>/test/support/jest/skipped-reporter.js'],
  testSequencer: '<rootDir>/test/support/jest/longest-first.js',
  // Only ends what would never end: no spec depends on speed, and some machines are ten times slower.
  testTimeout: 300_000,
  // Specs wait for the database most of the time.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1GB',
};
