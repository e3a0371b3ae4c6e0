import { Get, Post } from '@nestjs/common';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import { AccountService } from '../../account/account.service.js';
import { AccountTokenChangeDto } from '../../operations/accounts/token.operations.js';
import { accountTokenShape } from '../../operations/accounts/token.operations.js';
import { accountShape } from '../../operations/accounts/account.operations.js';
import { tokenRevoke, tokenSet } from '../../operations/accounts/token.operations.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import { ProblemError, PROBLEMS } from '../../admin/problems/problem.js';
import { checked } from '../http/checked.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import { FormOperations } from '../operations/form-operations.service.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { revocationQuestion, tokenPage, type ShownToken } from './token-page.js';
import { tokenSettingsIn, typedToken } from './token-parts.js';

/** One token of an account. */
@ConsoleController('accounts/:account/tokens/:token')
export class TokenController {
  constructor(
    private readonly accounts: AccountService,
    private readonly tokens: AccessTokenService,
    private readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('tokens.read')
  async show(
    @CurrentVisit() visit: Visit,
    @PathId('account') account: number,
    @PathId('token') id: number,
  ): Promise<Page> {
    return tokenPage(visit, await this.shown(account, id));
  }

  @Post()
  @NeedsPermission('tokens.issue')
  async set(
    @CurrentVisit() visit: Visit,
    @PathId('account') account: number,
    @PathId('token') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    await this.shown(account, id);
    const fault = await faultOf(() => {
      const input = checked(AccountTokenChangeDto, tokenSettingsIn(form));
      const { assert: expects } = preconditionIn(form);
      return this.forms.change(tokenSet, visit.caller, { id, input, expects });
    });
    if (!fault) return new SeeOther(`accounts/${account}/tokens/${id}`, { done: 'changed' });
    // After a lost race the form holds what the token is now.
    const isChanged = fault.status === PROBLEMS.changed.status;
    const state = isChanged ? { fault } : { ...typedToken(form), fault };
    return tokenPage(visit, await this.shown(account, id), state);
  }

  @Post('revoke')
  @NeedsPermission('tokens.revoke')
  async revoke(
    @CurrentVisit() visit: Visit,
    @PathId('account') account: number,
    @PathId('token') id: number,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const shown = await this.shown(account, id);
    if (!form.has(CONFIRMED_FIELD)) return revocationQuestion(visit, shown);
    await this.forms.change(tokenRevoke, visit.caller, { id, input: {} });
    return new SeeOther(`accounts/${account}/tokens/${id}`, { done: 'revoked' });
  }

  /** @throws MissingError; ProblemError for a token of another account */
  private async shown(accountId: number, id: number): Promise<ShownToken> {
    const token = accountTokenShape(await this.tokens.get(id));
    if (token.account_id !== accountId) {
      throw new ProblemError('not-found', 'The account has no such token.');
    }
    return { account: accountShape(await this.accounts.get(accountId)), token };
  }
}
