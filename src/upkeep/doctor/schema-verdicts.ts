import { isSoukMigration } from '../../database/extension-schemas.js';
import { fail, ok, warn, type Verdict } from './finding.js';

/** Judges whether all migrations have run that this process has. */
export function schemaVerdict(known: readonly string[], applied: readonly string[]): Verdict {
  const missing = known.filter((name) => !applied.includes(name));
  return missing.length === 0
    ? ok(`up to date, ${known.length} steps`)
    : fail(`${missing.join(', ')} not run yet; run "souk migrate"`);
}

/** Judges the migrations that have run, but that this process does not have. */
export function foreignMigrationsVerdict(
  known: readonly string[],
  applied: readonly string[],
): Verdict {
  const unknown = applied.filter((name) => !known.includes(name));
  const newer = unknown.filter(isSoukMigration);
  const others = unknown.filter((name) => !isSoukMigration(name));
  const faults = [
    newer.length > 0 &&
      `this Souk does not know ${newer.join(', ')}, which a newer release has run; go on with that release`,
    others.length > 0 &&
      `nobody knows ${others.join(', ')}; if it belongs to an extension, add that to SOUK_EXTENSIONS`,
  ].filter((fault) => fault !== false);
  return faults.length === 0
    ? ok('every migration that has run is known')
    : warn(faults.join('; '));
}

/** Judges tables that neither Souk nor a loaded extension declares. */
export function foreignTablesVerdict(tables: readonly string[]): Verdict {
  return tables.length === 0
    ? ok('every table belongs to Souk or to a loaded extension')
    : warn(
        `${tables.join(', ')} belong to nobody who is loaded, so "souk backup" refuses; add their extension to SOUK_EXTENSIONS, list them in its "tables", or move other tables out of the schema public`,
      );
}

/** Judges the extensions that are recorded and missing in this process, a sentence each. */
export function extensionsVerdict(missing: readonly string[]): Verdict {
  return missing.length === 0
    ? ok('every extension that is recorded is loaded')
    : warn(missing.map((text) => text.replace(/\.$/, '')).join('; '));
}
