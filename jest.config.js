/** ESM Jest on ts-jest; types are checked by `npm run lint`, so the transform only strips them. */
export default {
  preset: 'ts-jest/presets/default-esm',
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: 'tsconfig.json' }] },
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  setupFiles: ['<rootDir>/test/support/typescript-threads.js'],
  testSequencer: '<rootDir>/test/support/longest-first.js',
  // Only ends what would never end: no spec depends on speed, and some machines are ten times slower.
  testTimeout: 300_000,
  maxWorkers: 2,
};
