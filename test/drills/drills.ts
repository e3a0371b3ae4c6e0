import { runScenarios } from '../support/scenarios.js';
import { removeServers } from './cluster.js';
import { DEFAULTS } from './scenario.js';
import { stuckRow } from './scenarios/stuck-row.js';
import { asynchronousFailover } from './scenarios/asynchronous-failover.js';
import { oldPrimary } from './scenarios/old-primary.js';
import { patroniFailover } from './scenarios/patroni-failover.js';
import { synchronousFailover } from './scenarios/synchronous-failover.js';

const DRILLS = {
  synchronous: synchronousFailover,
  stuck: stuckRow,
  patroni: patroniFailover,
  asynchronous: asynchronousFailover,
  'old-primary': oldPrimary,
};

await runScenarios('npm run drills', DRILLS, DEFAULTS, removeServers);
