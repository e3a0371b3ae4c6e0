import { Injectable } from '@nestjs/common';
import { BalanceService } from '../../account/ledger/balance.service.js';
import type { ChainedEntry } from '../../account/ledger/ledger-chain.js';
import { LedgerPages } from '../../account/ledger/ledger-pages.service.js';
import { balanceShape, type BalanceDto } from '../../operations/accounts/balance.operations.js';
import { OperatorNumbersRepository } from '../../operators/people/operator-numbers.repository.js';
import type { ListFile } from '../http/list-files.js';
import { pageOf, type ItemsPage } from '../http/page.js';
import { ledgerEntryShape, type NamedEntry } from './ledger-entry.shape.js';
import type { LedgerEntryDto, LedgerQuery } from './money.dto.js';

const SEQUENCE = /^[1-9]\d{0,17}$/;

export const LEDGER_FILE: ListFile = {
  permission: 'balance.read',
  columns: {
    sequence: 'plain',
    created_at: 'plain',
    kind: 'text',
    amount: 'plain',
    balance_after: 'plain',
    order_id: 'plain',
    reference: 'text',
    note: 'text',
    actor: 'text',
    actor_name: 'text',
    entry_hash: 'plain',
  },
};

/** Reads balances and ledgers. */
@Injectable()
export class MoneyAdmin {
  constructor(
    private readonly balances: BalanceService,
    private readonly ledger: LedgerPages,
    private readonly operators: OperatorNumbersRepository,
  ) {}

  async balance(accountId: number): Promise<BalanceDto> {
    return balanceShape(await this.balances.of(accountId));
  }

  /** A page of the ledger, newest first: by sequence number, or with times by these. */
  entries(accountId: number, query: LedgerQuery): Promise<ItemsPage<LedgerEntryDto>> {
    const { from, to } = query;
    if (from !== undefined || to !== undefined) return this.entriesBetween(accountId, query);
    return pageOf(
      {
        name: `ledger of ${accountId}`,
        read: async (before: bigint | undefined, limit) =>
          this.named(await this.ledger.page(accountId, before, limit)),
        keyOf: ({ sequence }) => [sequence],
        parseKey: ([text = '']) => (SEQUENCE.test(text) ? BigInt(text) : undefined),
      },
      query,
      ledgerEntryShape,
    );
  }

  private async entriesBetween(
    accountId: number,
    query: LedgerQuery,
  ): Promise<ItemsPage<LedgerEntryDto>> {
    const { from, to } = query;
    const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    return pageOf(
      {
        name: `ledger of ${accountId} by time`,
        read: async (before: string | undefined, limit) =>
          this.named(await this.ledger.between(accountId, range, before, limit)),
        keyOf: ({ sequence }) => [sequence],
        parseKey: ([text = '']) => (SEQUENCE.test(text) ? text : undefined),
      },
      query,
      ledgerEntryShape,
    );
  }

  private async named(entries: readonly ChainedEntry[]): Promise<NamedEntry[]> {
    const names = await this.operators.namesOf(entries);
    return entries.map((entry, place) => ({ ...entry, actorName: names[place] ?? null }));
  }
}
