import { migrate } from './database/migrate.js';
import { createJobSchema } from './queue/job-schema.js';

/**
 * Brings our tables and those of the job queue up to date.
 * @returns the names of the migration steps that were run now.
 */
export async function prepareSchema(url: string): Promise<string[]> {
  const steps = await migrate(url);
  await createJobSchema(url);
  return steps;
}
