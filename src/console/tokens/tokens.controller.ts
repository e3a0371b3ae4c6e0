import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathId } from '../../admin/http/path-parts.js';
import { ACCOUNT_SHAPE } from '../../operations/accounts/account.operations.js';
import { tokenList } from '../../operations/accounts/token.lists.js';
import {
  tokenIssue,
  type IssuedAccountTokenDto,
} from '../../operations/accounts/token.operations.js';
import type { PageOf } from '../../operations/lists/list.js';
import type { FormState } from '../../pages/form.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { issuedPage, tokensPage } from './tokens-page.js';

/** The tokens of an account, and issuing one. */
@ConsoleController('accounts/:account/tokens')
@OperationForms<TokensController>({
  '': {
    operation: tokenIssue,
    done: 'issued',
    shows: async ({ accounts }, visit, { id }) => {
      const account = ACCOUNT_SHAPE.of(await accounts.get(id));
      return (answer) => issuedPage(visit, account, answer as IssuedAccountTokenDto);
    },
  },
})
export class TokensController {
  constructor(
    private readonly accounts: AccountService,
    private readonly lists: ConsoleLists,
  ) {}

  @Get()
  @NeedsPermission('tokens.read')
  list(@CurrentVisit() visit: Visit, @PathId('account') id: number): Promise<Page | Download> {
    const pageOf = (tokens: PageOf<typeof tokenList>) => this.shown(visit, id, tokens);
    return this.lists.show(tokenList, visit, pageOf, { id, file: `tokens-${id}` });
  }

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    const tokens = await this.lists.first(tokenList, visit, id);
    return this.shown(visit, id, tokens, refused?.state);
  }

  private async shown(
    visit: Visit,
    id: number,
    tokens: PageOf<typeof tokenList>,
    issue?: FormState,
  ): Promise<Page> {
    const account = ACCOUNT_SHAPE.of(await this.accounts.get(id));
    return tokensPage(visit, { account, tokens }, issue);
  }
}
