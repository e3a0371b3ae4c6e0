import type { PoolClient } from 'pg';
import { OperatorError } from '../../common/app-error.js';
import { chainFault } from './chain-fault.js';

/**
 * What these compute comes with the rows of a backup, or is switched off while one is loaded. Those of the two chains compare
 * each row with the one before it by statements of their own, which takes longer than all else of a restore; `chainFault`
 * compares all rows by one statement.
 */
const POSTPONED_TRIGGERS: readonly (readonly [table: string, triggers: readonly string[]])[] = [
  [
    'ledger_entries',
    ['ledger_entries_chain', 'ledger_entries_place', 'ledger_entries_note_reversal'],
  ],
  ['account_events', ['account_events_chain']],
  // PostgreSQL would keep all orders a second time for it.
  ['orders', ['orders_note_events_at_insert']],
];

const IS_OWNER = `
  SELECT bool_and(pg_has_role(relowner, 'USAGE')) AS yes FROM pg_class
  WHERE oid = ANY ($1::text[]::regclass[])`;

/** Current, since the check reads the tables in the order of their keys, and nothing has counted their new rows yet. */
const COUNT_ROWS = `ANALYZE ${POSTPONED_TRIGGERS.map(([table]) => table).join()}`;

/** Checks of rows that come once all rows are there, instead of with each of them. */
export class PostponedChecks {
  private constructor(
    private readonly client: PoolClient,
    private readonly isOwner: boolean,
  ) {}

  /**
   * Begins in the client's transaction, which waits for those that write to orders, ledger or events, and keeps others from it.
   * For a role that does not own the tables, the triggers go on checking each row.
   */
  static async begin(client: PoolClient): Promise<PostponedChecks> {
    const tables = POSTPONED_TRIGGERS.map(([table]) => table);
    const { rows } = await client.query<{ yes: boolean }>(IS_OWNER, [tables]);
    const checks = new PostponedChecks(client, rows[0]?.yes === true);
    await checks.switchTriggers('DISABLE');
    return checks;
  }

  /**
   * Switches the triggers on again, behind a check of all rows.
   * @param path for its sentence.
   * @throws OperatorError if they would have refused a row; the caller rolls back then
   */
  async end(path: string): Promise<void> {
    if (!this.isOwner) return;
    await this.client.query(COUNT_ROWS);
    const fault = await chainFault(this.client);
    if (fault !== undefined) {
      throw new OperatorError(
        `${path} holds an inconsistent shop: ${fault}; nothing was restored, use another backup.`,
      );
    }
    await this.switchTriggers('ENABLE');
  }

  private async switchTriggers(to: 'ENABLE' | 'DISABLE'): Promise<void> {
    if (!this.isOwner) return;
    for (const [table, triggers] of POSTPONED_TRIGGERS) {
      const actions = triggers.map((trigger) => `${to} TRIGGER ${trigger}`);
      await this.client.query(`ALTER TABLE ${table} ${actions.join(', ')}`);
    }
  }
}
