import { Injectable } from '@nestjs/common';
import { numericText } from '../../common/decimal.js';
import { Database } from '../../database/database.js';
import { BatchedReads } from '../../database/batched-reads.js';

interface SpendableRow {
  readonly id: number;
  /** USD as decimal text. */
  readonly spendable: string;
}

/** Reads what accounts can spend now. Every request reads from the primary; concurrent requests share one statement. */
@Injectable()
export class SpendableBalances {
  private readonly reads = new BatchedReads<number, string | undefined>(
    (accountIds) => this.read(accountIds),
    (accountId) => accountId,
  );

  constructor(private readonly database: Database) {}

  /** USD as decimal text: balance plus credit limit. */
  async of(accountId: number): Promise<string> {
    const spendable = await this.reads.ask(accountId);
    if (spendable === undefined) throw new Error(`account ${accountId} is missing`);
    return numericText(spendable);
  }

  private async read(accountIds: readonly number[]): Promise<(string | undefined)[]> {
    const rows = await this.database.manager.query<SpendableRow[]>(SPENDABLE, [accountIds]);
    const byId = new Map(rows.map(({ id, spendable }) => [id, spendable]));
    return accountIds.map((id) => byId.get(id));
  }
}

const SPENDABLE = `
  SELECT id, balance + credit_limit AS spendable FROM accounts WHERE id = ANY ($1::integer[])`;
