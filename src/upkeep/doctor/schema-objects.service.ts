import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { differenceText, objectText } from '../../database/schema/difference-text.js';
import { schemaDifferences, unlistedObjects } from '../../database/schema/schema-differences.js';
import {
  LIVE_OBJECTS,
  type LiveObject,
  type SchemaObject,
} from '../../database/schema/schema-objects.js';
import { ShopExtensions } from '../extensions/shop-extensions.js';
import { findingsOf } from './failed-check.js';
import type { Finding } from './finding.js';
import { IndexExamination } from './index-examination.service.js';
import { remedyText } from './schema-remedy.js';

const CHECK = 'schema objects';
/** The most objects of an operator that are named. */
const MAX_NAMED_OBJECTS = 20;

interface ObjectList {
  /** Empty for that of Souk. */
  readonly extension: string;
  readonly objects: readonly SchemaObject[];
}

/** Compares the schema with the lists that the migrations have kept in the database. */
@Injectable()
export class SchemaObjectsExamination {
  constructor(
    private readonly database: Database,
    private readonly extensions: ShopExtensions,
    private readonly indexes: IndexExamination,
  ) {}

  async examine(): Promise<Finding[]> {
    return [
      ...(await findingsOf(CHECK, () => this.compare())),
      ...(await findingsOf('indexes', () => this.indexes.examine())),
    ];
  }

  /** A finding for each object that is missing, changed or out of action, or one that says that there is none. */
  private async compare(): Promise<Finding[]> {
    const lists = await this.lists();
    if (!lists.some(({ extension }) => extension === '')) {
      const message = 'there is no list of what must be there; run "souk migrate", which writes it';
      return [{ check: CHECK, verdict: 'warn', message }];
    }
    const loaded = new Set([
      '',
      ...this.extensions.loaded.map(({ definition }) => definition.name),
    ]);
    const expected = lists.filter(({ extension }) => loaded.has(extension)).flatMap(objectsOf);
    const live = await this.database.manager.query<LiveObject[]>(LIVE_OBJECTS, [null]);
    const differences = schemaDifferences(expected, live);
    const found = differences.map((difference): Finding => {
      const message = `${differenceText(difference)}; ${remedyText(difference)}`;
      return { check: CHECK, verdict: 'fail', message };
    });
    const message = `all ${expected.length} tables, columns, keys, constraints, indexes, triggers and functions are in order`;
    return [
      ...(found.length > 0 ? found : [{ check: CHECK, verdict: 'ok', message } as const]),
      { check: 'own objects', verdict: 'ok', message: await this.ownText(lists, live) },
    ];
  }

  private lists(): Promise<ObjectList[]> {
    return this.database.manager.query('SELECT extension, objects FROM schema_objects');
  }

  /** What operators have added to our tables is their own affair. Their tables are named by another check. */
  private async ownText(lists: readonly ObjectList[], live: LiveObject[]): Promise<string> {
    const listed = lists.flatMap(objectsOf);
    const tables = new Set(['', ...listed.map(({ table }) => table)]);
    const own = unlistedObjects(listed, live).filter(({ table }) => tables.has(table));
    const extensions = await this.database.manager.query<{ name: string }[]>(POSTGRES_EXTENSIONS);
    const names = [
      ...own.map(objectText),
      ...extensions.map(({ name }) => `the PostgreSQL extension ${name}`),
    ];
    if (names.length === 0) return 'nothing was added to the schema by hand';
    const more = names.length - MAX_NAMED_OBJECTS;
    const named = names.slice(0, MAX_NAMED_OBJECTS).join(', ');
    return `added by hand, which is no fault: ${named}${more > 0 ? ` and ${more} more` : ''}`;
  }
}

/** PL/pgSQL is always there. */
const POSTGRES_EXTENSIONS = `
  SELECT extname AS name FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname COLLATE "C"`;

function objectsOf({ objects }: ObjectList): readonly SchemaObject[] {
  return objects;
}
