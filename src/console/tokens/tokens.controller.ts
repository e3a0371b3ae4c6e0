import { Get, Post } from '@nestjs/common';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import { AccountService } from '../../account/account.service.js';
import { AccessAdmin } from '../../admin/accounts/access-admin.service.js';
import { NewAccountTokenDto } from '../../admin/accounts/account-access.dto.js';
import { accountTokenPage } from '../../admin/accounts/account-lists.js';
import { accountShape } from '../../admin/accounts/account-shapes.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PageQuery } from '../../admin/http/page.js';
import { PathId } from '../../admin/http/path-parts.js';
import { checked, inUtc, parametersOf } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { tokenSettingsIn, typedToken, type TokenFormState } from './token-parts.js';
import { issuedPage, tokensPage } from './tokens-page.js';

/** The tokens of an account, and issuing one. */
@ConsoleController('accounts/:account/tokens')
export class TokensController {
  constructor(
    private readonly accounts: AccountService,
    private readonly tokens: AccessTokenService,
    private readonly changes: AccessAdmin,
  ) {}

  @Get()
  @NeedsPermission('tokens.read')
  list(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page> {
    return this.page(visit, id, checked(PageQuery, parametersOf(visit.query, ['cursor'])));
  }

  @Post()
  @NeedsPermission('tokens.issue')
  async issue(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page> {
    try {
      const asked = checked(NewAccountTokenDto, {
        ...tokenSettingsIn(form),
        ...form.given('label'),
        ...inUtc(form.given('expires_at')),
      });
      const issued = await this.changes.issue(id, asked, visit.caller.author);
      return issuedPage(visit, accountShape(await this.accounts.get(id)), issued);
    } catch (error) {
      return this.page(visit, id, {}, { ...typedToken(form), fault: formFault(error) });
    }
  }

  private async page(
    visit: Visit,
    id: number,
    query: PageQuery,
    issue?: TokenFormState,
  ): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    const tokens = await accountTokenPage(this.tokens, id, query);
    return tokensPage(visit, { account, tokens }, issue);
  }
}
