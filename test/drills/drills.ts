import { runScenarios } from '../support/scenarios.js';
import { removeServers } from './cluster.js';
import { DEFAULTS } from './scenario.js';
import { stuckRow } from './scenarios/stuck-row.js';
import { rollingRestart } from './scenarios/rolling-restart.js';
import { asynchronousFailover } from './scenarios/asynchronous-failover.js';
import { firstStarts } from './scenarios/first-starts.js';
import { forgottenOrders } from './scenarios/forgotten-orders.js';
import { hostileSupplier } from './scenarios/hostile-supplier.js';
import { movedClock } from './scenarios/moved-clock.js';
import { oldPrimary } from './scenarios/old-primary.js';
import { patroniFailover } from './scenarios/patroni-failover.js';
import { paymentsInFailover } from './scenarios/payments-in-failover.js';
import { pointInTimeRecovery } from './scenarios/point-in-time-recovery.js';
import { postgresUpgrade } from './scenarios/postgres-upgrade.js';
import { restoredBackup } from './scenarios/restored-backup.js';
import { switchover } from './scenarios/switchover.js';
import { synchronousFailover } from './scenarios/synchronous-failover.js';
import { twoNamespaces } from './scenarios/two-namespaces.js';
import { workersBehindHaproxy } from './scenarios/workers-behind-haproxy.js';

const DRILLS = {
  synchronous: synchronousFailover,
  stuck: stuckRow,
  namespaces: twoNamespaces,
  'rolling-restart': rollingRestart,
  patroni: patroniFailover,
  payments: paymentsInFailover,
  asynchronous: asynchronousFailover,
  switchover,
  'old-primary': oldPrimary,
  'restored-backup': restoredBackup,
  'point-in-time': pointInTimeRecovery,
  'postgres-upgrade': postgresUpgrade,
  'forgotten-orders': forgottenOrders,
  'first-starts': firstStarts,
  'moved-clock': movedClock,
  'hostile-supplier': hostileSupplier,
  workers: workersBehindHaproxy,
};

await runScenarios('npm run drills', DRILLS, DEFAULTS, removeServers);
