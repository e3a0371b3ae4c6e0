import { runScenarios } from '../support/scenarios.js';
import { removeServers } from './cluster.js';
import { DEFAULTS } from './scenario.js';
import { asynchronousFailover } from './scenarios/asynchronous-failover.js';
import { oldPrimary } from './scenarios/old-primary.js';
import { pointInTimeRecovery } from './scenarios/point-in-time-recovery.js';
import { restoredBackup } from './scenarios/restored-backup.js';
import { synchronousFailover } from './scenarios/synchronous-failover.js';

const DRILLS = {
  synchronous: synchronousFailover,
  asynchronous: asynchronousFailover,
  'old-primary': oldPrimary,
  'restored-backup': restoredBackup,
  'point-in-time': pointInTimeRecovery,
};

await runScenarios('npm run drills', DRILLS, DEFAULTS, removeServers);
