import type { SoukConfig } from '../config/souk-config.js';
import { grantToApplication } from '../database/grants.js';
import { migrate } from '../database/migrate.js';
import { createJobSchema, JOB_SCHEMA } from '../queue/job-schema.js';

/**
 * Brings our tables and those of the job queue up to date, as their owner, and lets the application use them.
 * @returns the names of the migration steps that were run now.
 */
export async function prepareSchema({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
}: Pick<SoukConfig, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>): Promise<string[]> {
  const steps = await migrate(directUrl);
  await createJobSchema(directUrl);
  await grantToApplication(directUrl, url, [JOB_SCHEMA]);
  return steps;
}
