import { runScenarios } from '../support/scenarios.js';
import { removeServers } from './cluster.js';
import { DEFAULTS } from './scenario.js';
import { synchronousFailover } from './scenarios/synchronous-failover.js';

const DRILLS = {
  synchronous: synchronousFailover,
};

await runScenarios('npm run drills', DRILLS, DEFAULTS, removeServers);
