import type { SoukConfig } from '../config/souk-config.js';
import { assertExtensionNames } from '../database/extension-schemas.js';
import { grantToApplication } from '../database/grants.js';
import { migrate } from '../database/migrate.js';
import { setSessionDefaults } from '../database/session-defaults.js';
import type { LoadedExtension } from '../extensions/extension.js';
import { SOUK_TABLES } from '../operator/backup/backup-tables.js';
import { createJobSchema, JOB_SCHEMA } from '../queue/job-schema.js';

/**
 * Migrates our tables, those of the extensions and those of the job queue, as their owner, and prepares the
 * application's role: access to them, and settings of its sessions.
 * @param extensions in the order in which their migrations run.
 * @returns the names of the migrations that were run now.
 * @throws OperatorError
 */
export async function prepareSchema(
  {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
  }: Pick<SoukConfig, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
  extensions: readonly Pick<LoadedExtension, 'definition'>[] = [],
): Promise<string[]> {
  const schemas = extensions.map(({ definition }) => definition);
  assertExtensionNames(schemas, SOUK_TABLES);
  const steps = await migrate(directUrl, { extensions: schemas });
  await createJobSchema(directUrl);
  await grantToApplication(directUrl, url, [JOB_SCHEMA]);
  await setSessionDefaults(url);
  return steps;
}
