import { Get, Post } from '@nestjs/common';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import { AccountService } from '../../account/account.service.js';
import { LISTED_TOKEN } from '../../operations/accounts/token.lists.js';
import { ACCOUNT_SHAPE } from '../../operations/accounts/account.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { TextField } from '../../operations/fields/fields.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { Sent, type SentForm } from '../operations/sent-form.decorator.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { tokenOwnerPage, type OwnedToken } from './token-owner-page.js';
import { TOKEN_FIELD } from '../token-question/token-question.js';

/** What somebody has found. Nothing of it is in the answer. */
class FoundTextDto {
  @TextField({ min: 1, max: 1_000 })
  token: string;
}

/** To which account a token belongs that was found somewhere. */
@ConsoleController('tokens')
export class TokenOwnerController {
  constructor(
    private readonly accounts: AccountService,
    private readonly tokens: AccessTokenService,
  ) {}

  @Get()
  @NeedsPermission('tokens.read')
  show(@CurrentVisit() visit: Visit): Page {
    return tokenOwnerPage(visit);
  }

  @Post()
  @NeedsPermission('tokens.read')
  async find(@Sent() { visit, form }: SentForm): Promise<Page> {
    try {
      const { token } = checkedInput(FoundTextDto, { token: form.text(TOKEN_FIELD) });
      return tokenOwnerPage(visit, { found: await this.owned(token) });
    } catch (error) {
      return tokenOwnerPage(visit, { fault: formFault(error) });
    }
  }

  private async owned(text: string): Promise<OwnedToken | null> {
    const token = await this.tokens.find(text);
    if (!token) return null;
    const account = ACCOUNT_SHAPE.of(await this.accounts.get(token.accountId));
    return { account, token: LISTED_TOKEN.of(token) };
  }
}
