import { Injectable } from '@nestjs/common';
import { databaseAnswer, isDatabaseUnavailable } from '../../database/database-errors.js';
import { Database } from '../../database/database.js';
import { JOB_SCHEMA } from '../../queue/job-schema.js';
import { fail, ok, warn, type Verdict } from './finding.js';

interface Amcheck {
  /** The function, quoted, with its schema. */
  readonly name: string;
  readonly role: string;
  readonly may: boolean;
}

interface Index {
  readonly id: string;
  /** Quoted, with its schema. */
  readonly name: string;
  readonly table: string;
}

/** Compares indexes with their tables, where the extension amcheck of PostgreSQL is there. */
@Injectable()
export class IndexExamination {
  constructor(private readonly database: Database) {}

  async examine(): Promise<Verdict | Verdict[]> {
    const { manager } = this.database;
    const [amcheck] = await manager.query<Amcheck[]>(AMCHECK);
    if (!amcheck) {
      return ok(
        'they are not compared with their tables, since amcheck is not there; as a superuser, CREATE EXTENSION amcheck',
      );
    }
    const { name, role, may } = amcheck;
    if (!may) {
      return warn(
        `the role ${role} may not use amcheck; as a superuser, GRANT EXECUTE ON FUNCTION ${name}(regclass, boolean) TO ${role}`,
      );
    }
    const indexes = await manager.query<Index[]>(INDEXES);
    const faults: Verdict[] = [];
    for (const index of indexes) faults.push(...(await this.compare(index, name)));
    return faults.length > 0
      ? faults
      : ok(`all ${indexes.length} indexes hold what their tables hold`);
  }

  /** One by one, so that a damaged index hides no other, and each time limit is that of one. */
  private async compare({ id, name, table }: Index, amcheck: string): Promise<Verdict[]> {
    try {
      await this.database.manager.query(`SELECT ${amcheck}($1::oid::regclass, true)`, [id]);
      return [];
    } catch (error) {
      const answer = databaseAnswer(error);
      if (!answer || isDatabaseUnavailable(error)) throw error;
      const remedy = `run as the owner of the tables: REINDEX INDEX CONCURRENTLY ${name}; if that fails, restore the last good backup into a new database`;
      return [
        fail(`the index ${name} or its table ${table} is damaged (${answer.message}); ${remedy}`),
      ];
    }
  }
}

const AMCHECK = `
  SELECT format('%I.bt_index_check', nspname) AS name, quote_ident(current_user) AS role,
    has_function_privilege(pg_proc.oid, 'EXECUTE') AS may
  FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
  JOIN pg_proc ON pronamespace = extnamespace AND proname = 'bt_index_check'
    AND oidvectortypes(proargtypes) LIKE 'regclass, boolean%'
  WHERE extname = 'amcheck' ORDER BY pronargs LIMIT 1`;

/** An index that is not valid is named by the comparison of the schema. */
const INDEXES = `
  SELECT indexrelid::text AS id, indexrelid::regclass::text AS name, indrelid::regclass::text AS table
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  JOIN pg_am ON pg_am.oid = relam AND amname = 'btree'
  WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', '${JOB_SCHEMA}'))
    AND relkind = 'i' AND indisvalid AND indisready
  ORDER BY relname COLLATE "C"`;
