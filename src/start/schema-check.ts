import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { OperatorError } from '../common/app-error.js';
import { Database } from '../database/database.js';
import { isSoukMigration } from '../database/extension-schemas.js';
import { MIGRATION_NAMES } from '../database/migrations/index.js';
import { differenceText } from '../database/schema/difference-text.js';
import { isEssential } from '../database/schema/essential-objects.js';
import { schemaDifferences } from '../database/schema/schema-differences.js';
import { soukList } from '../database/schema/schema-list.js';
import { LIVE_OBJECTS, type LiveObject } from '../database/schema/schema-objects.js';
import { AuditService } from '../upkeep/audit/audit.service.js';
import { operatorName } from '../commands/context/command-context.js';

/** The option of the server that starts it once on a damaged schema. */
export const START_ANYWAY = '--start-anyway';

/** The most faults that a sentence names. */
const MAX_NAMED_FAULTS = 3;

interface SchemaState {
  readonly migrations: readonly string[];
  readonly objects: readonly LiveObject[];
}

/** In one statement, since each server asks it at its start. */
const READ_STATE = `
  SELECT (SELECT json_agg(name) FROM schema_migrations) AS migrations,
    (SELECT coalesce(json_agg(live), '[]') FROM (${LIVE_OBJECTS}) live) AS objects`;

/**
 * Refuses a schema without what money and revocation rest on. That of a newer release may be another one, so there it only
 * warns.
 * @param startAnyway warns and leaves an audit entry instead of refusing.
 * @throws OperatorError
 */
export async function assertSoundSchema(
  app: INestApplicationContext,
  logger: Logger,
  startAnyway: boolean,
): Promise<void> {
  const essential = soukList().objects.filter(isEssential);
  const names = essential.map(({ name }) => name);
  const { manager } = app.get(Database, { strict: false });
  const [{ migrations, objects }] = await manager.query<[SchemaState]>(READ_STATE, [names]);
  const damage = schemaDifferences(essential, objects).map(differenceText);
  const known = new Set(MIGRATION_NAMES);
  const newer = migrations.filter((name) => isSoukMigration(name) && !known.has(name));
  if (newer.length > 0) {
    logger.warn({ damage }, newerText(newer, damage));
  } else if (damage.length > 0) {
    if (!startAnyway) throw new OperatorError(refusal(damage));
    logger.warn({ damage }, `This server starts by ${START_ANYWAY}, although ${named(damage)}.`);
    const action = { name: 'start anyway', details: { damage } };
    const audit = app.get(AuditService, { strict: false });
    await audit.during(operatorName(), action, () => Promise.resolve());
  }
}

function refusal(damage: readonly string[]): string {
  return `The server does not start on a damaged database, where orders could be lost or doubled: ${named(damage)}; "souk doctor" says how to mend it, and ${START_ANYWAY} starts once nevertheless.`;
}

function newerText(newer: readonly string[], damage: readonly string[]): string {
  const differs = damage.length > 0 ? `, and ${named(damage)}` : '';
  return `The database was migrated by a newer Souk (${newer.join(', ')})${differs}; go on with that release.`;
}

function named(damage: readonly string[]): string {
  const more = damage.length - MAX_NAMED_FAULTS;
  const first = damage.slice(0, MAX_NAMED_FAULTS).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}
