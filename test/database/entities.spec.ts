import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataSource, type EntityMetadata, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Tables that are only ever reached by SQL. */
const TABLES_WITHOUT_ENTITY = [
  'access_revision',
  'access_token_changes',
  'account_events',
  'account_words',
  'admin_requests',
  'audit_targets',
  'catalog_changes',
  'catalog_import_changes',
  'catalog_import_rows',
  'catalog_imports',
  'catalog_revision',
  'catalog_words',
  'catalog_settings',
  'code_instances',
  'database_history',
  'delivered_codes',
  'delivered_supplier_orders',
  'erasures',
  'instance_clocks',
  'history_breaks',
  'item_changes',
  'limit_buckets',
  'lost_checkpoints',
  'maintenance',
  'nightly_backup',
  'notification_conditions',
  'notification_cursors',
  'notification_rounds',
  'operator_attempts',
  'operator_filters',
  'operator_links',
  'operator_sessions',
  'operator_tokens',
  'operators',
  'pictures',
  'private_hosts',
  'order_costs',
  'unneeded_purchases',
  'order_keys',
  'order_refusals',
  'order_search_changes',
  'order_search_keys',
  'order_search_progress',
  'order_search_state',
  'order_search_values',
  'product_costs',
  'repeated_deliveries',
  'receipts_state',
  'replaced_purchases',
  'request_forms',
  'restores',
  'schema_migrations',
  'schema_objects',
  'shop_conventions',
  'shop_branding',
  'shop_identity',
  'sentinel_checkpoints',
  'server_tasks',
  'signing_keys',
  'sign_in_state',
  'supplier_categories',
  'supplier_markups',
  'supplier_products',
  'token_spending',
  'uncommitted_codes',
  'extension_calls',
  'ordered_listeners',
  'listener_positions',
  'extension_tasks',
  'webhook_messages',
  'witness_trees',
  'witnesses',
];

interface ColumnShape {
  readonly name: string;
  /** As PostgreSQL writes it: `numeric(28,8)`, `text[]`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly primary: boolean;
}

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  // A shop of its own: no extension has added a table.
  database = await createTestDatabase();
  const options = dataSourceOptions({ url: database.url, poolSize: 2, statementTimeout: false });
  dataSource = await new DataSource({ ...options, entities: await allEntities() }).initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

type EntityClass = Exclude<EntityTarget<ObjectLiteral>, string | { type: unknown; name: string }>;

async function allEntities(): Promise<EntityClass[]> {
  const files = globSync('src/**/*.entity.ts').map((file) => resolve(file));
  const modules = await Promise.all(
    files.map((file) => import(file) as Promise<Record<string, unknown>>),
  );
  return modules
    .flatMap((module) => Object.values(module))
    .filter((exported): exported is EntityClass => typeof exported === 'function');
}

async function columnsOfTables(): Promise<Record<string, ColumnShape[]>> {
  const rows = await database.query<{ table: string; columns: ColumnShape[] }>(`
    SELECT relname AS table, json_agg(json_build_object(
             'name', attname, 'type', format_type(atttypid, atttypmod), 'nullable', NOT attnotnull,
             'primary', EXISTS (SELECT FROM pg_constraint WHERE contype = 'p'
                                AND conrelid = attrelid AND attnum = ANY (conkey))
           ) ORDER BY attname) AS columns
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND attnum > 0 AND NOT attisdropped
    GROUP BY relname`);
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

function columnsOfEntity({ columns }: EntityMetadata): ColumnShape[] {
  return columns
    .map((column) => ({
      name: column.databaseName,
      type: typeOf(column),
      nullable: column.isNullable,
      primary: column.isPrimary,
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function typeOf(column: EntityMetadata['columns'][number]): string {
  const name = dataSource.driver.normalizeType(column);
  const digits = column.precision === undefined ? '' : `(${column.precision},${column.scale ?? 0})`;
  return `${name}${digits}${column.isArray ? '[]' : ''}`;
}

it('every entity has exactly the columns of its table, and every table its entity', async () => {
  const tables = await columnsOfTables();
  const entities = dataSource.entityMetadatas.map((entity) => [
    entity.tableName,
    columnsOfEntity(entity),
  ]);
  const withoutEntity = TABLES_WITHOUT_ENTITY.map((table) => [table, tables[table]]);

  expect(Object.fromEntries([...entities, ...withoutEntity])).toEqual(tables);
});
