import type { SentStatement } from './sent-statements.js';
import type { TestDatabase } from './test-database.js';

/** A part of a plan, as EXPLAIN writes it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How a statement reads one table. */
export interface Scan {
  readonly table: string;
  /** As PostgreSQL names it, such as `Index Scan`. */
  readonly kind: string;
  /** Rows that were read, those that did not fit included. */
  readonly rows: number;
}

/** What a statement reads. */
export interface ReadRows {
  readonly scans: readonly Scan[];
  /** Pages of tables and indexes that were looked at, one that was looked at twice counted twice. */
  readonly pages: number;
}

/** Executes a statement again, and tells what it reads. */
export async function readBy(
  db: Pick<TestDatabase, 'query'>,
  { sql, parameters }: SentStatement,
): Promise<ReadRows> {
  const explain = `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${sql}`;
  const rows = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, parameters);
  const plan = rows[0]!['QUERY PLAN'][0].Plan;
  const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return { scans: scansOf(plan), pages };
}

function scansOf(node: PlanNode): Scan[] {
  const once =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const rows = Math.round(once * node['Actual Loops']);
  const table = node['Relation Name'];
  const own = table === undefined ? [] : [{ table, kind: node['Node Type'], rows }];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
