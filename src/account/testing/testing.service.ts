import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { tokenActor, type Principal } from '../access/principal.js';
import { Account } from '../account.entity.js';
import { AccountService } from '../account.service.js';
import { CallerAudit } from '../caller-audit.js';
import { CallerChanges } from '../caller-changes.js';

/** Switches the test products on or off for an account, by one of its tokens. */
@Injectable()
export class TestingService {
  constructor(
    private readonly accounts: AccountService,
    private readonly audit: CallerAudit,
    private readonly changes: CallerChanges,
    private readonly database: Database,
  ) {}

  /** Repeating it changes nothing and leaves no audit entry. @throws TooManyRequestsError (111 with 429) */
  async switch({ accountId: account, tokenId }: Principal, testing: boolean): Promise<void> {
    if ((await this.accounts.get(account)).testing === testing) return;
    this.changes.count(account);
    const action = { name: 'testing', details: { account, on: testing } };
    // In the queue of the account, so that it cannot hold all connections while its row is locked.
    const change = (manager: EntityManager): Promise<unknown> =>
      manager.update(Account, { id: account }, { testing });
    await this.audit.during(tokenActor(tokenId), action, async () => {
      await this.database.transaction(change, { queue: { accountId: account } });
    });
  }
}
