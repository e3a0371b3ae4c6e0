import { setTimeout as wait } from 'node:timers/promises';
import type { SoukConfig } from '../config/souk-config.js';
import { isConnectionCut } from '../database/database-errors.js';
import { assertExtensionNames, type ExtensionSchema } from '../database/extension-schemas.js';
import { grantToApplication } from '../database/grants.js';
import { inTurn, runPending } from '../database/migrate.js';
import { setSessionDefaults } from '../database/session-defaults.js';
import type { LoadedExtension } from '../extensions/extension.js';
import { SOUK_TABLES } from '../operator/backup/backup-tables.js';
import { createJobSchema, JOB_SCHEMA } from '../queue/job-schema.js';

const TRIES = 3;
const RETRY_DELAY_MS = 1_000;
const CUT =
  'The connection to the database was cut while its schema was prepared; this is tried again.';

/**
 * Migrates our tables, those of the extensions and those of the job queue, as their owner, and prepares the
 * application's role: access to them, and settings of its sessions. It is repeated when a connection is cut meanwhile.
 * @param extensions in the order in which their migrations run.
 * @param say is told so in one sentence.
 * @returns the names of the migrations that were run now, in the last try.
 * @throws OperatorError
 */
export async function prepareSchema(
  config: Pick<SoukConfig, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
  extensions: readonly Pick<LoadedExtension, 'definition'>[] = [],
  say: (sentence: string) => void = () => undefined,
): Promise<string[]> {
  const schemas = extensions.map(({ definition }) => definition);
  assertExtensionNames(schemas, SOUK_TABLES);
  for (let tries = 1; ; tries++) {
    try {
      return await inTurn(config.DATABASE_DIRECT_URL, () => preparedIn(config, schemas));
    } catch (error) {
      if (!isConnectionCut(error) || tries === TRIES) throw error;
      say(CUT);
      await wait(RETRY_DELAY_MS);
    }
  }
}

/** In turn with others that start together, since the job library creates its schema outside of any lock. */
async function preparedIn(
  {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
  }: Pick<SoukConfig, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
  extensions: readonly ExtensionSchema[],
): Promise<string[]> {
  const steps = await runPending(directUrl, { extensions });
  await createJobSchema(directUrl);
  await grantToApplication(directUrl, url, [JOB_SCHEMA]);
  await setSessionDefaults(url);
  return steps;
}
