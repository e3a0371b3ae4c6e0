import { runScenarios } from '../../support/scenarios.js';
import { kills } from './kills.js';
import { DEFAULTS } from './scenario.js';
import { wholeImport } from './whole-import.js';

await runScenarios('npm run uploads', { import: wholeImport, kills }, DEFAULTS);
