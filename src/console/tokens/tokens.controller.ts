import { Get, Post } from '@nestjs/common';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import { AccountService } from '../../account/account.service.js';
import { NewAccountTokenDto } from '../../operations/accounts/token.operations.js';
import { type AccountTokenPageDto } from '../../admin/accounts/account-access.dto.js';
import { accountTokenPage, TOKENS_FILE } from '../../admin/accounts/account-lists.js';
import { accountShape } from '../../operations/accounts/account.operations.js';
import { tokenIssue } from '../../operations/accounts/token.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery } from '../../admin/http/page.js';
import { PathId } from '../../admin/http/path-parts.js';
import { checked, inUtc, parametersOf } from '../http/checked.js';
import { OnceOnlyChanges } from '../../admin/requests/once-only.service.js';
import type { RequestKey } from '../../admin/requests/request-key.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { CurrentFormKey } from '../http/form-key.js';
import { formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import { FormOperations } from '../operations/form-operations.service.js';
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
    private readonly forms: FormOperations,
    private readonly files: ListFiles,
    private readonly onceOnly: OnceOnlyChanges,
  ) {}

  @Get()
  @NeedsPermission('tokens.read')
  list(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page | Download> {
    const query = checked(ListQuery, parametersOf(visit.query, LIST_PARAMETERS));
    const answer = this.files.answer(TOKENS_FILE, query, visit.caller, (part) =>
      accountTokenPage(this.tokens, id, part),
    );
    return pageOrFile(answer, `tokens-${id}`, (tokens) => this.page(visit, id, tokens));
  }

  @Post()
  @NeedsPermission('tokens.issue')
  async issue(
    @CurrentVisit() visit: Visit,
    @PathId('account') id: number,
    @CurrentFormKey() key: RequestKey,
    @CurrentForm() form: FormValues,
  ): Promise<Page> {
    try {
      const asked = checked(NewAccountTokenDto, {
        ...tokenSettingsIn(form),
        ...inUtc(form.given('expires_at')),
      });
      const issue = () => this.forms.change(tokenIssue, visit.caller, { id, input: asked });
      const issued = await this.onceOnly.runUnlessSent(key, issue);
      return issuedPage(visit, accountShape(await this.accounts.get(id)), issued);
    } catch (error) {
      const tokens = await accountTokenPage(this.tokens, id, {});
      return this.page(visit, id, tokens, { ...typedToken(form), fault: formFault(error) });
    }
  }

  private async page(
    visit: Visit,
    id: number,
    tokens: AccountTokenPageDto,
    issue?: TokenFormState,
  ): Promise<Page> {
    const account = accountShape(await this.accounts.get(id));
    return tokensPage(visit, { account, tokens }, issue);
  }
}
