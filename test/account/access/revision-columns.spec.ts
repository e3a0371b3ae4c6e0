import { vi } from 'vitest';
import { AccessRepository } from '../../../src/account/access/access.repository.js';
import { hashOfToken } from '../../../src/account/access/token-secret.js';
import { Database } from '../../../src/database/database.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

/** Columns that decide nothing, or that no statement changes. */
const NEED_NO_REVISION = [
  // Ids never change.
  'accounts.id',
  // When a token was last used is noted, and decides only whether it is noted again.
  'access_tokens.last_used_at',
  // A plan lists whole rows of the table, of which the statement reads no time.
  'extensions.seen_at',
];

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
afterEach(() => vi.restoreAllMocks());

/** The statement by which the guard reads an account and its token, with its parameters. */
async function statementOf(read: (access: AccessRepository) => Promise<unknown>) {
  const query = vi.spyOn(shop.service(Database).manager, 'query');
  await read(shop.service(AccessRepository));
  const [call] = query.mock.calls;
  vi.restoreAllMocks();
  return { sql: String(call?.[0]), parameters: call?.[1] as unknown[] };
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Each column that a statement reads, as `table.column`: the verbose plan names them with the alias of their table. */
async function columnsRead({ sql, parameters }: { sql: string; parameters: unknown[] }) {
  const explain = `EXPLAIN (VERBOSE, FORMAT JSON) ${sql}`;
  const [row] = await shop.db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, parameters);
  const tables = new Map<string, string>();
  const walk = ({ Plans = [], ...node }: PlanNode): void => {
    if (node.Alias !== undefined && node['Relation Name'] !== undefined) {
      tables.set(node.Alias, node['Relation Name']);
    }
    for (const part of Plans) walk(part);
  };
  walk(row!['QUERY PLAN'][0].Plan);
  const text = JSON.stringify(row);
  return [...text.matchAll(/\b(\w+)\.(\w+)\b/g)].flatMap(([, alias = '', column = '']) => {
    const table = tables.get(alias);
    return table === undefined || table === 'access_revision' ? [] : [`${table}.${column}`];
  });
}

/** True if an update of the column raises the access revision, by some trigger of its table. */
async function isNoted(name: string): Promise<boolean> {
  const rows = await shop.db.query(NOTING, name.split('.'));
  return rows.length > 0;
}

/** A trigger may name columns, compare values in its condition, or compare rows in its function but for some columns. */
const NOTING = `
  SELECT FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    JOIN pg_attribute ON attrelid = tgrelid AND attname = $2
  WHERE tgrelid = $1::regclass AND tgtype & 16 > 0 AND tgenabled <> 'D'
    AND prosrc ~ 'UPDATE access_revision'
    AND (tgattr = '' OR attnum = ANY (tgattr))
    AND (tgqual IS NULL OR pg_get_triggerdef(pg_trigger.oid) ~ ('old\\.' || $2 || '\\M'))
    AND (prosrc !~ 'former_rows' OR prosrc !~ ('[{,]' || $2 || '[,}]'))`;

it.each<[string, (access: AccessRepository) => Promise<unknown>]>([
  ['a token', (access) => access.findByTokenHash(hashOfToken('x'))],
  [
    'an account of a token source',
    (access) => access.findByAccount({ accountId: 1, goodUntil: Infinity }, hashOfToken('x')),
  ],
])('each column by which %s is admitted raises the access revision', async (_, read) => {
  const columns = new Set(await columnsRead(await statementOf(read)));
  expect(columns.size).toBeGreaterThan(15);
  const silent: string[] = [];
  for (const column of columns) if (!(await isNoted(column))) silent.push(column);
  expect(silent.filter((column) => !NEED_NO_REVISION.includes(column))).toEqual([]);
});
