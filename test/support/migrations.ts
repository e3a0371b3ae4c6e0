import { loadMigrations } from '../../src/database/migrations/index.js';

/** The classes of all migrations, in their order. */
export const MIGRATIONS = await loadMigrations();
