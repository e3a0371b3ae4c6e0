import { runScenarios } from '../support/scenarios.js';
import { removeServers } from './cluster.js';
import { DEFAULTS } from './scenario.js';
import { asynchronousFailover } from './scenarios/asynchronous-failover.js';
import { oldPrimary } from './scenarios/old-primary.js';
import { rollingRestart } from './scenarios/rolling-restart.js';
import { upgrade } from './scenarios/upgrade.js';
import { patroniFailover } from './scenarios/patroni-failover.js';
import { synchronousFailover } from './scenarios/synchronous-failover.js';

const DRILLS = {
  synchronous: synchronousFailover,
  patroni: patroniFailover,
  asynchronous: asynchronousFailover,
  'old-primary': oldPrimary,
  'rolling-restart': rollingRestart,
  upgrade,
};

await runScenarios('npm run drills', DRILLS, DEFAULTS, removeServers);
