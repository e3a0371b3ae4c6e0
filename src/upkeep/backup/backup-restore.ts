import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OperatorError } from '../../common/app-error.js';
import { databaseAnswer } from '../../database/database-errors.js';
import { damaged, readLine, type TableHeader } from './backup-format.js';
import type { BackupReader } from './backup-reader.js';
import { BACKUP_TABLES, type BackupTable } from './backup-tables.js';
import type { RowCounts } from './backup-writer.js';
import { countLines } from './lines.js';
import { PostponedChecks } from './postponed-checks.js';

const REVISION_TABLES = ['access_revision', 'catalog_revision'];

/** The class of SQLSTATE. */
const CONSTRAINT_VIOLATED = '23';

/**
 * The record of values and the events of accounts are among what is restored. The triggers of both chains keep their plans, which
 * would read whole tables for each row if these were known to be empty.
 */
const WHILE_LOADING = `
  SET LOCAL souk.audit_entry = 'off'; SET LOCAL souk.account_events = 'off'; SET LOCAL enable_seqscan = off`;

/** A backup holds no jobs. A server gives new ones to overdue deliveries, each minute (`OverdueDeliveries`). */
const NO_DELIVERY_HAS_A_JOB = `
  UPDATE fulfillments SET due_at = least(due_at, now() - interval '5 minutes') WHERE NOT closed`;

/** Sign-ins, refused orders, sent webhooks and the search index of the database that is filled; no backup contains any. */
const FORGET = [
  ...['operator_sessions', 'operator_links', 'operator_attempts', 'order_refusals'],
  ...['sign_in_state', 'webhook_messages', 'witness_trees'],
  ...['order_search_changes', 'order_search_keys', 'order_search_progress', 'order_search_state'],
  'order_search_values',
].map((table) => `DELETE FROM ${table}`);

/**
 * Loads the tables in the client's transaction. The rows of those of extensions are replaced.
 * @param tables in the order of the file: those of Souk, then those of extensions.
 * @throws OperatorError if the file is damaged; the caller rolls back then
 */
export async function restoreTables(
  client: PoolClient,
  reader: BackupReader,
  path: string,
  tables: readonly BackupTable[],
): Promise<RowCounts> {
  const rows: RowCounts = {};
  for (const statement of [WHILE_LOADING, ...FORGET]) await client.query(statement);
  const revisions = await revisionsOf(client);
  const checks = await PostponedChecks.begin(client);
  for (const [index, table] of tables.entries()) {
    const header = readLine(await reader.next(), path) as TableHeader;
    if (header.table !== table.name) throw damaged(path);
    if (!BACKUP_TABLES.includes(table)) await empty(client, tables.slice(index));
    rows[table.name] = await restoreTable(client, reader, table, header, path);
  }
  await client.query('SET LOCAL enable_seqscan TO DEFAULT');
  await checks.end(path);
  const { sequences } = await reader.trailer(rows);
  for (const { name, identity } of tables) {
    if (identity === undefined) continue;
    await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, false)', [
      name,
      identity,
      sequences[name],
    ]);
  }
  await raiseRevisions(client, revisions);
  await beginHistory(client);
  await client.query('UPDATE code_stocks SET cleared_for = DEFAULT');
  await client.query(NO_DELIVERY_HAS_A_JOB);
  return rows;
}

/** A server that already runs on this database must discard all that it remembers of it. */
async function raiseRevisions(
  client: PoolClient,
  revisions: readonly (readonly [table: string, revision: string])[],
): Promise<void> {
  for (const [table, revision] of revisions) {
    await client.query(
      `UPDATE ${table} SET revision = greatest(revision, $1::bigint) + 1, nonce = DEFAULT`,
      [revision],
    );
  }
  await client.query(`INSERT INTO catalog_changes (revision, nonce, kind)
    SELECT revision, nonce, 'everything' FROM catalog_revision`);
  await client.query(`INSERT INTO access_token_changes (revision, nonce)
    SELECT revision, nonce FROM access_revision`);
}

/** Tells the database from the one whose state it has. */
export async function beginHistory(on: { query(sql: string): Promise<unknown> }): Promise<void> {
  await on.query('UPDATE database_history SET id = DEFAULT');
}

/**
 * Deletes what migrations and triggers have written to tables of extensions. The triggers of a table may have filled
 * later ones when its rows were loaded, and these may reference one another.
 */
async function empty(client: PoolClient, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) await client.query(`DELETE FROM ${name}`);
}

async function restoreTable(
  client: PoolClient,
  reader: BackupReader,
  { name, singleRow, replaced }: BackupTable,
  { columns }: TableHeader,
  path: string,
): Promise<number> {
  if (singleRow ?? replaced) await client.query(`DELETE FROM ${name}`);
  const target = client.query(copyFrom(`COPY ${name} (${columns.map(quoted).join()}) FROM STDIN`));
  const failed = finished(target);
  // The stream forgets its connection at an error, and would fail at the next row with one that says nothing.
  let refusal: Error | undefined;
  failed.catch((error: unknown) => {
    refusal = error as Error;
  });
  let count = 0;
  try {
    for await (const block of blocks()) {
      if (refusal !== undefined) throw refusal;
      if (!target.write(block)) await Promise.race([once(target, 'drain'), failed]);
      count += countLines(block);
    }
    if (refusal === undefined) target.end();
    await failed;
    return count;
  } catch (error) {
    throw refusedRows(path, name, error);
  }

  async function* blocks(): AsyncGenerator<Buffer> {
    try {
      yield* reader.rows();
    } catch (error) {
      // Until its stream has ended, the connection stays in COPY and cannot roll back.
      target.destroy(error as Error);
      await failed.catch(() => undefined);
      throw error;
    }
  }
}

/** The sentence of PostgreSQL, if it has refused a row that is well-formed; others are of a damaged file. */
function refusedRows(path: string, table: string, error: unknown): unknown {
  const { code = '', message } = databaseAnswer(error) ?? {};
  if (!code.startsWith(CONSTRAINT_VIOLATED)) return error;
  return new OperatorError(
    `${path} holds an inconsistent shop: PostgreSQL refuses a row of the table ${table} (${message ?? ''}); nothing was restored, use another backup.`,
    { cause: error },
  );
}

async function revisionsOf(client: PoolClient): Promise<[string, string][]> {
  const revisions: [string, string][] = [];
  for (const table of REVISION_TABLES) {
    const { rows } = await client.query<{ revision: string }>(`SELECT revision FROM ${table}`);
    revisions.push([table, rows[0]?.revision ?? '0']);
  }
  return revisions;
}

/** A column name of the file, quoted there if PostgreSQL requires it. It becomes part of a statement, so it is always quoted. */
function quoted(column: string): string {
  const name = column.replace(/^"|"$/g, '').replaceAll('""', '"');
  return `"${name.replaceAll('"', '""')}"`;
}
