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
import { fail, namesText, ok, warn, type Finding, type Verdict } from './finding.js';
import { IndexExamination } from './index-examination.service.js';
import { remedyText } from './schema-remedy.js';

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
      ...(await findingsOf('schema objects', () => this.compare())),
      ...(await findingsOf('indexes', () => this.indexes.examine())),
    ];
  }

  /** A finding for each object that is missing, changed or out of action, or one that says that there is none. */
  private async compare(): Promise<Verdict | (Verdict | Finding)[]> {
    const lists = await this.lists();
    if (!lists.some(({ extension }) => extension === '')) {
      return warn('there is no list of what must be there; run "souk migrate", which writes it');
    }
    const loaded = new Set([
      '',
      ...this.extensions.loaded.map(({ definition }) => definition.name),
    ]);
    const expected = lists.filter(({ extension }) => loaded.has(extension)).flatMap(objectsOf);
    const live = await this.database.manager.query<LiveObject[]>(LIVE_OBJECTS, [null]);
    const differences = schemaDifferences(expected, live);
    const found = differences.map((difference) =>
      fail(`${differenceText(difference)}; ${remedyText(difference)}`),
    );
    const sound = `all ${expected.length} tables, columns, keys, constraints, indexes, triggers and functions are in order`;
    return [
      ...(found.length > 0 ? found : [ok(sound)]),
      { check: 'own objects', ...ok(await this.ownText(lists, live)) },
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
    return `added by hand, which is no fault: ${namesText(names, { most: MAX_NAMED_OBJECTS })}`;
  }
}

/** PL/pgSQL is always there. */
const POSTGRES_EXTENSIONS = `
  SELECT extname AS name FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname COLLATE "C"`;

function objectsOf({ objects }: ObjectList): readonly SchemaObject[] {
  return objects;
}
