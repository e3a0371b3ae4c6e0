import type { SoukConfig } from '../config/souk-config.js';
import { grantToApplication } from '../database/grants.js';
import { migrate } from '../database/migrate.js';
import { setSessionDefaults } from '../database/session-defaults.js';
import { createJobSchema, JOB_SCHEMA } from '../queue/job-schema.js';

/**
 * Migrates our tables and those of the job queue, as their owner, and prepares the application's role: access to
 * them, and settings of its sessions.
 * @returns the names of the migrations that were run now.
 */
export async function prepareSchema({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
}: Pick<SoukConfig, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>): Promise<string[]> {
  const steps = await migrate(directUrl);
  await createJobSchema(directUrl);
  await grantToApplication(directUrl, url, [JOB_SCHEMA]);
  await setSessionDefaults(url);
  return steps;
}
