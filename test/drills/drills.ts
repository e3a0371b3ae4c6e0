import { runScenarios } from '../support/scenarios.js';
import { removeServers } from './cluster.js';
import { DEFAULTS } from './scenario.js';
import { stuckRow } from './scenarios/stuck-row.js';
import { synchronousFailover } from './scenarios/synchronous-failover.js';

const DRILLS = {
  synchronous: synchronousFailover,
  stuck: stuckRow,
};

await runScenarios('npm run drills', DRILLS, DEFAULTS, removeServers);
