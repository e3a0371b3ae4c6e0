import { runScenarios } from '../support/scenarios.js';
import { DEFAULTS } from './scenario.js';
import { cutAnswersToClient, cutCommitsToDatabase } from './scenarios/cut-commits.js';
import { killApp } from './scenarios/kill-app.js';
import { killListener } from './scenarios/kill-listener.js';
import { killPostgres } from './scenarios/kill-postgres.js';
import { lateStatement } from './scenarios/late-statement.js';
import { noMeansNo } from './scenarios/no-means-no.js';
import { operatorDecides } from './scenarios/operator-decides.js';
import { stopInOrder } from './scenarios/stop.js';

const SCENARIOS = {
  'kill-app': killApp,
  'kill-listener': killListener,
  'kill-postgres': killPostgres,
  'cut-database': cutCommitsToDatabase,
  'cut-client': cutAnswersToClient,
  'late-statement': lateStatement,
  'no-means-no': noMeansNo,
  'operator-decides': operatorDecides,
  stop: stopInOrder,
};

await runScenarios('npm run chaos', SCENARIOS, DEFAULTS);
