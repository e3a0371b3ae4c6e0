import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { isSoukMigration, migrationName } from '../../database/extension-schemas.js';
import { MIGRATION_NAMES } from '../../database/migrations/index.js';
import { ShopExtensions } from '../extensions/shop-extensions.js';
import type { BackupExtension, BackupHeader } from './backup-format.js';
import { BACKUP_TABLES, SOUK_TABLES, type BackupTable } from './backup-tables.js';

/** Which tables a backup contains: those of Souk, and those of the extensions that are loaded. */
@Injectable()
export class BackupSchema {
  constructor(private readonly extensions: ShopExtensions) {}

  /**
   * Each table after those that it references.
   * @param inFile the extensions of a file, and their tables, in its order; all that are loaded if left out.
   */
  tables(inFile?: readonly BackupExtension[]): BackupTable[] {
    const declared = this.extensions.loaded.flatMap(({ definition }) => definition.tables ?? []);
    if (!inFile) return [...BACKUP_TABLES, ...declared];
    const names = inFile.flatMap(({ tables }) => tables);
    const ofFile = names.flatMap((name) => declared.filter((table) => table.name === name));
    return [...BACKUP_TABLES, ...ofFile];
  }

  /** What the header of a backup of this database says of its schema. */
  async describe(manager: EntityManager): Promise<Pick<BackupHeader, 'migrations' | 'extensions'>> {
    const rows = await manager.query<{ name: string }[]>(
      'SELECT name FROM schema_migrations ORDER BY timestamp',
    );
    const done = rows.map(({ name }) => name);
    const extensions = this.extensions.loaded.map(({ definition, version = '' }) => {
      const { name, migrations = [], tables = [] } = definition;
      return {
        name,
        version,
        migrations: migrations
          .map((one) => migrationName(name, one))
          .filter((one) => done.includes(one)),
        tables: tables.map((table) => table.name),
      };
    });
    return { migrations: done.filter(isSoukMigration), extensions };
  }

  /** The tables that a backup would omit, because neither Souk nor a loaded extension declares them. */
  async undeclared(manager: EntityManager): Promise<string[]> {
    const declared = [...SOUK_TABLES, ...this.tables().map(({ name }) => name)];
    const rows = await manager.query<{ name: string }[]>(UNDECLARED, [declared]);
    return rows.map(({ name }) => name);
  }

  /** @throws OperatorError if the backup would omit tables, or nobody could restore it */
  async assertComplete(manager: EntityManager): Promise<void> {
    await this.assertKnown(manager);
    const names = await this.undeclared(manager);
    if (names.length === 0) return;
    const tables = names.length === 1 ? 'table' : 'tables';
    const belong = names.length === 1 ? 'belongs' : 'belong';
    throw new OperatorError(
      `The backup would not hold the ${tables} ${names.join(', ')}, which ${belong} neither to Souk nor to a loaded extension; add their extension to SOUK_EXTENSIONS, or move other tables out of the schema public (ALTER TABLE … SET SCHEMA …).`,
    );
  }

  /** A newer release has migrated the database: what its columns and rules are is not known here. */
  private async assertKnown(manager: EntityManager): Promise<void> {
    const { migrations } = await this.describe(manager);
    const known = new Set(MIGRATION_NAMES);
    const unknown = migrations.filter((name) => !known.has(name));
    if (unknown.length === 0) return;
    throw new OperatorError(
      `The database was migrated by a newer Souk (${unknown.join(', ')}), so nobody could restore this backup; make it with that release.`,
    );
  }

  /** Tables of extensions may have rows, since migrations insert some. @throws OperatorError if the database holds a shop */
  async assertEmpty(manager: EntityManager): Promise<void> {
    for (const { name, singleRow, replaced } of BACKUP_TABLES) {
      if (singleRow ?? replaced) continue;
      const rows = await manager.query<unknown[]>(`SELECT 1 FROM ${name} LIMIT 1`);
      if (rows.length > 0) {
        throw new OperatorError(
          `The database is not empty (table ${name}); restore into a new one, so that nothing is mixed or lost.`,
        );
      }
    }
  }
}

/** Partitions are part of their tables, and what belongs to an extension of PostgreSQL comes with that. */
const UNDECLARED = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname <> ALL ($1)
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
                    AND objid = pg_class.oid AND deptype = 'e')
  ORDER BY relname COLLATE "C"`;
