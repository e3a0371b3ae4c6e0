import { Injectable } from '@nestjs/common';
import { tokenActor, type Principal } from '../access/principal.js';
import { AccountService } from '../account.service.js';
import { CallerAudit } from '../caller-audit.js';

/** Switches the test products on or off for an account, by one of its tokens. */
@Injectable()
export class TestingService {
  constructor(
    private readonly accounts: AccountService,
    private readonly audit: CallerAudit,
  ) {}

  /** Repeating it changes nothing and leaves no audit entry. */
  async switch({ accountId: account, tokenId }: Principal, testing: boolean): Promise<void> {
    if ((await this.accounts.get(account)).testing === testing) return;
    const action = { name: 'testing', details: { account, on: testing } };
    await this.audit.during(tokenActor(tokenId), action, async () => {
      await this.accounts.set(account, { testing });
    });
  }
}
