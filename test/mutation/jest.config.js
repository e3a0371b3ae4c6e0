import config from '../../jest.config.js';
import { PURE_FILES } from './pure-files.js';

/** As for all specs, but only those beside pure files, and without the PostgreSQL that they do not need. */
export default {
  ...config,
  globalSetup: undefined,
  globalTeardown: undefined,
  rootDir: '../..',
  roots: ['<rootDir>/src'],
  testMatch: PURE_FILES.map((file) => `<rootDir>/${file.replace(/\.ts$/, '.spec.ts')}`),
  maxWorkers: 1,
};
