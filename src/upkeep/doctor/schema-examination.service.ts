import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { migrationName } from '../../database/extension-schemas.js';
import { MIGRATION_NAMES } from '../../database/migrations/index.js';
import { BackupSchema } from '../backup/backup-schema.service.js';
import { ExtensionRecords } from '../extensions/extension-records.service.js';
import { ShopExtensions } from '../extensions/shop-extensions.js';
import { findingsOf } from './failed-check.js';
import type { Finding, Verdict } from './finding.js';
import { SchemaObjectsExamination } from './schema-objects.service.js';
import {
  extensionsVerdict,
  foreignMigrationsVerdict,
  foreignTablesVerdict,
  schemaVerdict,
} from './schema-verdicts.js';

/** Examines the schema: the part of Souk, and that of its extensions. */
@Injectable()
export class SchemaExamination {
  constructor(
    private readonly database: Database,
    private readonly backupSchema: BackupSchema,
    private readonly records: ExtensionRecords,
    private readonly extensions: ShopExtensions,
    private readonly objects: SchemaObjectsExamination,
  ) {}

  /** Whether the migrations have run. The other checks need the present schema. */
  async migrations(): Promise<Verdict> {
    return schemaVerdict(this.known(), await this.applied());
  }

  /** What is damaged in a schema whose migrations have run, and what this process does not know of it. */
  async examine(): Promise<Finding[]> {
    return [
      ...(await this.objects.examine()),
      ...(await findingsOf('foreign tables', () => this.foreign())),
    ];
  }

  private async foreign(): Promise<Finding[]> {
    const migrations = foreignMigrationsVerdict(this.known(), await this.applied());
    const tables = await this.backupSchema.undeclared(this.database.manager);
    return [
      { check: 'foreign migrations', ...migrations },
      { check: 'foreign tables', ...foreignTablesVerdict(tables) },
      { check: 'extensions', ...extensionsVerdict(await this.records.missing()) },
    ];
  }

  private known(): string[] {
    const ofExtensions = this.extensions.loaded.flatMap(
      ({ definition: { name, migrations = [] } }) =>
        migrations.map((migration) => migrationName(name, migration)),
    );
    return [...MIGRATION_NAMES, ...ofExtensions];
  }

  /** The names of the migrations that have run; none in a database without a schema. */
  private async applied(): Promise<string[]> {
    const { manager } = this.database;
    const [table] = await manager.query<{ exists: boolean }[]>(
      "SELECT to_regclass('schema_migrations') IS NOT NULL AS exists",
    );
    if (!table?.exists) return [];
    const rows = await manager.query<{ name: string }[]>(
      'SELECT name FROM schema_migrations ORDER BY id',
    );
    return rows.map(({ name }) => name);
  }
}
