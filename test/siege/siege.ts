import { runScenarios } from '../support/scenarios.js';
import { deepCategories, supplierChain, supplierZeros } from './cases/catalogs.js';
import * as connections from './cases/connections.js';
import { ready, wrongTokens } from './cases/floods.js';
import { accountReads, accountWaits, publicPages, strangers } from './cases/lanes.js';
import { dueJobs, hangingReceiver } from './cases/jobs.js';
import { orderChecks } from './cases/order-checks.js';
import { audiences, marks, pattern, slashes } from './cases/requests.js';
import { signInNetworks, signInTrickled } from './cases/sign-ins.js';
import { supplierCodes } from './cases/supplied-codes.js';
import { supplierTurned } from './cases/turned-supplier.js';
import { together } from './cases/together.js';
import { DEFAULTS } from './scenario.js';
import { removeVersions } from './versions.js';

const SCENARIOS = {
  pipelining: connections.pipelining,
  'half-posts': connections.halfPosts,
  trickle: connections.trickle,
  slashes,
  marks,
  pattern,
  'stalled-lists': connections.stalledLists,
  'stalled-largest': connections.stalledLargest,
  'supplier-zeros': supplierZeros,
  'supplier-chain': supplierChain,
  'supplier-codes': supplierCodes,
  'supplier-turned': supplierTurned,
  'hanging-receiver': hangingReceiver,
  'due-jobs': dueJobs,
  'deep-categories': deepCategories,
  'order-checks': orderChecks,
  'wrong-tokens': wrongTokens,
  ready,
  'account-reads': accountReads,
  'account-waits': accountWaits,
  strangers,
  'public-pages': publicPages,
  audiences,
  'sign-in-trickled': signInTrickled,
  'sign-in-networks': signInNetworks,
  together,
};

await runScenarios('npm run siege', SCENARIOS, DEFAULTS, removeVersions);
