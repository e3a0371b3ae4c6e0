import { runScenarios } from '../support/scenarios.js';
import { DEFAULTS } from './amounts.js';
import { removeReleaseBefore } from './releases.js';
import { rolling } from './scenarios/rolling.js';
import { thereAndBack } from './scenarios/there-and-back.js';

await runScenarios(
  'npm run upgrade',
  { 'there-and-back': thereAndBack, rolling },
  DEFAULTS,
  removeReleaseBefore,
);
