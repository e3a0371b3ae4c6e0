import type { TestDatabase } from './test-database.js';

/** Everything that migrations can create, a line each, without TypeORM's own table of finished migrations. */
export async function schemaFingerprint(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ thing: string }>(READ_THINGS);
  return rows.map(({ thing }) => thing).filter((thing) => !thing.includes('schema_migrations'));
}

const READ_THINGS = `
  SELECT concat_ws(' ', 'column', table_name, column_name, data_type, numeric_precision,
                   numeric_scale, is_nullable, column_default, is_identity) AS thing
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL
  SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL
  SELECT concat_ws(' ', 'index', indexdef) FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL
  SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT concat_ws(' ', 'function', pg_get_functiondef(oid))
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', 'type', typname) FROM pg_type
    WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
  UNION ALL
  SELECT concat_ws(' ', 'relation', relkind, relname) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i'
  ORDER BY thing`;
