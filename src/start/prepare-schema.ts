import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, type SoukConfig } from '../config/souk-config.js';
import { DatabaseError, type Client } from 'pg';
import { isConnectionCut } from '../database/database-errors.js';
import {
  assertExtensionNames,
  assertTables,
  type ExtensionSchema,
} from '../database/extension-schemas.js';
import { grantToApplication, isGranted } from '../database/grants.js';
import { inTurn, migrationNames, runPending, withClient } from '../database/migrate.js';
import { soukList } from '../database/schema/schema-list.js';
import { HAS_SESSION_DEFAULTS, setSessionDefaults } from '../database/session-defaults.js';
import type { LoadedExtension } from '../extensions/extension.js';
import { SOUK_TABLES } from '../upkeep/backup/backup-tables.js';
import {
  createJobSchema,
  isJobSchemaPresent,
  JOB_SCHEMA,
  JOB_SCHEMA_STATE,
  type JobSchemaState,
} from '../queue/job-schema.js';

const TRIES = 3;
const RETRY_DELAY_MS = 1_000;
const CUT =
  'The connection to the database was cut while its schema was prepared; this is tried again.';

/**
 * Migrates our tables, those of the extensions and those of the job queue, as their owner, and prepares the
 * application's role: access to them, and settings of its sessions. It is repeated when a connection is cut meanwhile.
 * Where nothing is to be changed, which is what most starts find, one statement of that role says so.
 * @param extensions in the order in which their migrations run.
 * @param say is told so in one sentence, and of a migration that runs for long.
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
      if (await isPrepared(config.DATABASE_URL, schemas)) return [];
      return await inTurn(config.DATABASE_DIRECT_URL, () => preparedIn(config, schemas, say));
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
  say: (sentence: string) => void,
): Promise<string[]> {
  // A newer command must not migrate the shop of another address.
  if (await isMigrated(directUrl)) await assertMigrated(url);
  const steps = await runPending(directUrl, { extensions, say });
  await createJobSchema(directUrl);
  await assertMigrated(url);
  await grantToApplication(directUrl, url, [JOB_SCHEMA]);
  await setSessionDefaults(url);
  return steps;
}

/**
 * A command for another database, such as a restore, may be given its DATABASE_URL alone.
 * @throws ConfigError
 */
async function assertMigrated(url: string): Promise<void> {
  if (await isMigrated(url)) return;
  throw new ConfigError(
    'DATABASE_URL names another database than DATABASE_DIRECT_URL, one without the tables of Souk; name the same one in both.',
  );
}

async function isMigrated(url: string): Promise<boolean> {
  const { rows } = await withClient(url, (client) => client.query(MIGRATED));
  return rows.length > 0;
}

/** Needs no right to read the table. */
const MIGRATED = `SELECT FROM pg_class WHERE relname = 'schema_migrations'`;

function isPrepared(url: string, extensions: readonly ExtensionSchema[]): Promise<boolean> {
  return withClient(url, async (client) => {
    const state = await stateOf(client, migrationNames(extensions));
    if (!state?.done || !isJobSchemaPresent(state.jobs)) return false;
    for (const extension of extensions) await assertTables(client, extension);
    return true;
  });
}

interface SchemaState {
  readonly done: boolean;
  readonly jobs: JobSchemaState;
}

/** @returns undefined when the role cannot see it. */
async function stateOf(client: Client, names: string[]): Promise<SchemaState | undefined> {
  try {
    const { rows } = await client.query<SchemaState>(STATE, [names, soukList().digest]);
    return rows[0];
  } catch (error) {
    if (error instanceof DatabaseError) return undefined;
    throw error;
  }
}

const STATE = `
  SELECT NOT EXISTS (
      SELECT FROM unnest($1::text[]) AS known (name)
      WHERE known.name NOT IN (SELECT name FROM schema_migrations))
    AND obj_description(to_regclass('schema_objects'), 'pg_class') = $2
    AND EXISTS (SELECT FROM schema_objects WHERE extension = '')
    AND ${HAS_SESSION_DEFAULTS} AND (${isGranted([JOB_SCHEMA])}) AS done, (${JOB_SCHEMA_STATE}) AS jobs`;
