import { Injectable } from '@nestjs/common';
import type { Account } from '../../account/account.entity.js';
import { AccountService } from '../../account/account.service.js';
import { OrderHaltService } from '../../account/order-halt.service.js';
import { OperatorError } from '../../common/app-error.js';
import { AccountBooksService } from './account-books.service.js';

/** Lets an account order again that the sentinel has stopped. */
@Injectable()
export class ResumeOrdersService {
  constructor(
    private readonly accounts: AccountService,
    private readonly halts: OrderHaltService,
    private readonly books: AccountBooksService,
  ) {}

  /** @throws OperatorError while the account's books are still wrong. */
  async resume(accountId: number): Promise<Account> {
    await this.accounts.get(accountId);
    const fault = await this.books.faultOf(accountId);
    if (fault !== undefined) {
      throw new OperatorError(
        `The books of account ${accountId} are still wrong (${fault}); its orders stay stopped until they are put right.`,
      );
    }
    await this.halts.resume(accountId);
    return this.accounts.get(accountId);
  }
}
