import { runScenarios } from '../support/scenarios.js';
import { books } from './books/books.js';
import { changes } from './changes/changes.js';
import { feed } from './feed/feed.js';
import { waits } from './feed/waits.js';
import { growth } from './growth/growth.js';
import { fleet } from './fleet/fleet.js';
import { audiences } from './large/audiences.js';
import { large } from './large/large.js';
import { limits } from './limits/limits.js';
import { pooler } from './pooler/pooler.js';
import { DEFAULTS } from './scenario.js';
import { soak } from './soak/soak.js';

await runScenarios(
  'npm run scale',
  { fleet, changes, large, audiences, limits, pooler, books, feed, waits, growth, soak },
  DEFAULTS,
);
