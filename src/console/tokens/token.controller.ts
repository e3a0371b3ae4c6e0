import { AccessTokenService } from '../../account/access/access-token.service.js';
import { AccountService } from '../../account/account.service.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { ACCOUNT_SHAPE } from '../../operations/accounts/account.operations.js';
import { TOKEN_SHAPE, tokenRevoke, tokenSet } from '../../operations/accounts/token.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { mainState, type RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { revocationQuestion, tokenPage, type ShownToken } from './token-page.js';

/** One token of an account. */
@ConsoleController('accounts/:account/tokens/:token')
@PageWithForms<TokenController>('tokens.read', {
  '': { operation: tokenSet, done: 'changed' },
  revoke: {
    operation: tokenRevoke,
    done: 'revoked',
    question: async (page, visit, { id }) => revocationQuestion(visit, await page.shown(id)),
  },
})
export class TokenController {
  constructor(
    private readonly accounts: AccountService,
    private readonly tokens: AccessTokenService,
  ) {}

  async assertPath(account: number, id: number): Promise<void> {
    const { accountId } = await this.tokens.get(id);
    if (accountId !== account)
      throw new ProblemError('not-found', 'The account has no such token.');
  }

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    return tokenPage(visit, await this.shown(id), mainState(refused));
  }

  async shown(id: number): Promise<ShownToken> {
    const token = TOKEN_SHAPE.of(await this.tokens.get(id));
    return { account: ACCOUNT_SHAPE.of(await this.accounts.get(token.account_id)), token };
  }
}
