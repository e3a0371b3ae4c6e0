import { Injectable } from '@nestjs/common';
import type { Account } from '../../account/account.entity.js';
import { AccountService } from '../../account/account.service.js';
import { OrderHaltService } from '../../account/order-halt.service.js';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { AccountConsistencyService } from './account-consistency.service.js';

/** Resumes the orders of accounts that the sentinel has halted. */
@Injectable()
export class ResumeOrdersService {
  /** Accounts whose books are being checked. */
  private readonly checked = new Set<number>();

  constructor(
    private readonly accounts: AccountService,
    private readonly halts: OrderHaltService,
    private readonly consistency: AccountConsistencyService,
  ) {}

  /**
   * Checks all books of the account first, which takes long for a large ledger. A halt that begins meanwhile stays, and
   * an account whose orders are not halted is left as it is.
   * @param signal ends the check.
   * @throws ConflictError while ledger or orders of the account still have a fault, it is checked already, or it was
   * halted anew
   */
  async resume(accountId: number, signal?: AbortSignal): Promise<Account> {
    await this.accounts.get(accountId);
    const halt = await this.halts.haltOf(accountId);
    if (halt !== undefined) await this.alone(accountId, () => this.end(accountId, halt, signal));
    return this.accounts.get(accountId);
  }

  /** One check of an account at a time, since each one holds a connection. */
  private async alone(accountId: number, work: () => Promise<void>): Promise<void> {
    if (this.checked.has(accountId)) {
      throw new ConflictError(...sentence('books.being-checked'));
    }
    this.checked.add(accountId);
    try {
      await work();
    } finally {
      this.checked.delete(accountId);
    }
  }

  private async end(accountId: number, halt: string, signal?: AbortSignal): Promise<void> {
    const { fault } = await this.consistency.checkWhole(accountId, signal);
    if (fault !== undefined) {
      throw new ConflictError(...sentence('books.wrong', { reason: fault }));
    }
    signal?.throwIfAborted();
    if (await this.halts.resume(accountId, halt)) return;
    throw new ConflictError(...sentence('books.changed'));
  }
}
