import { PURE_FILES } from './pure-files.js';

/**
 * Only the specs beside pure files, without the PostgreSQL that they do not need, and on Jest's own module loader: a
 * mutant in code that runs on import needs the modules loaded anew.
 */
export default {
  preset: 'ts-jest/presets/default-esm',
  testEnvironment: 'node',
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: 'tsconfig.json' }] },
  rootDir: '../..',
  roots: ['<rootDir>/src'],
  testMatch: PURE_FILES.map((file) => `<rootDir>/${file.replace(/\.ts$/, '.spec.ts')}`),
  testTimeout: 300_000,
  maxWorkers: 1,
};
