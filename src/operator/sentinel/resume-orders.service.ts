import { Injectable } from '@nestjs/common';
import type { Account } from '../../account/account.entity.js';
import { AccountService } from '../../account/account.service.js';
import { OrderHaltService } from '../../account/order-halt.service.js';
import { ConflictError } from '../../common/app-error.js';
import { AccountConsistencyService } from './account-consistency.service.js';

/** Resumes the orders of an account that the sentinel has halted. */
@Injectable()
export class ResumeOrdersService {
  constructor(
    private readonly accounts: AccountService,
    private readonly halts: OrderHaltService,
    private readonly consistency: AccountConsistencyService,
  ) {}

  /** @throws ConflictError while ledger or orders of the account still have a fault */
  async resume(accountId: number): Promise<Account> {
    await this.accounts.get(accountId);
    const { fault } = await this.consistency.checkWhole(accountId);
    if (fault !== undefined) {
      throw new ConflictError(
        `The books of account ${accountId} are still wrong (${fault}); its orders stay stopped until they are put right.`,
      );
    }
    await this.halts.resume(accountId);
    return this.accounts.get(accountId);
  }
}
