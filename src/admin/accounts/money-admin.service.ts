import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BalanceService, type Balance } from '../../account/ledger/balance.service.js';
import type { ChainedEntry } from '../../account/ledger/ledger-chain.js';
import { LedgerPages } from '../../account/ledger/ledger-pages.service.js';
import type { AuditedAction } from '../../account/caller-audit.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { OperatorNumbersRepository } from '../../operators/people/operator-numbers.repository.js';
import type { ListFile } from '../http/list-files.js';
import { pageOf, type ItemsPage } from '../http/page.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import { referenceOf, type RequestKey } from '../requests/request-key.js';
import type { BalanceDto } from './accounts.dto.js';
import { ledgerEntryShape, type NamedEntry } from './ledger-entry.shape.js';
import type { AdjustmentDto, DepositDto, LedgerEntryDto, LedgerQuery } from './money.dto.js';

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

/** Reads balances, and moves money once for each key of a request. */
@Injectable()
export class MoneyAdmin {
  constructor(
    private readonly balances: BalanceService,
    private readonly ledger: LedgerPages,
    private readonly operators: OperatorNumbersRepository,
    private readonly onceOnly: OnceOnlyChanges,
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

  deposit(
    accountId: number,
    { amount, ...details }: DepositDto,
    key: RequestKey,
    author: ChangeAuthor,
  ): Promise<BalanceDto> {
    const action = {
      name: 'balance deposit',
      details: { account: accountId, amount, ...details },
    };
    const reference = details.reference ?? referenceOf(key);
    const entry = { actor: author.actor, ...details, reference };
    const moved = { accountId, reference };
    return this.move(moved, key, author, action, (manager) =>
      this.balances.deposit(accountId, amount, entry, manager),
    );
  }

  adjust(
    accountId: number,
    { amount, ...details }: AdjustmentDto,
    key: RequestKey,
    author: ChangeAuthor,
  ): Promise<BalanceDto> {
    const action = { name: 'balance adjust', details: { account: accountId, amount, ...details } };
    const reference = details.reference ?? referenceOf(key);
    const entry = { actor: author.actor, ...details, reference };
    const moved = { accountId, reference };
    return this.move(moved, key, author, action, (manager) =>
      this.balances.adjust(accountId, amount, entry, manager),
    );
  }

  private move(
    moved: { readonly accountId: number; readonly reference: string },
    key: RequestKey,
    author: ChangeAuthor,
    action: Pick<AuditedAction, 'name' | 'details'>,
    post: (manager: EntityManager) => Promise<Balance>,
  ): Promise<BalanceDto> {
    const { accountId } = moved;
    const run = async (manager: EntityManager) => {
      // Locked first, so that the balances before and after are those of this movement alone.
      await this.balances.lock(manager, accountId);
      const before = balanceShape(await this.balances.of(accountId, manager));
      const result = balanceShape(await post(manager));
      return { result, before: { ...before }, after: { ...result } };
    };
    const refusalOf = (error: unknown) => this.balances.refusalOf(error, moved);
    return this.onceOnly.run(key, { author, action, run, refusalOf });
  }
}

function balanceShape({ balance, creditLimit, spendable }: Balance): BalanceDto {
  return { balance, credit_limit: creditLimit, spendable };
}
