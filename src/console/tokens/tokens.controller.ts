import { AccountService } from '../../account/account.service.js';
import { ACCOUNT_SHAPE } from '../../operations/accounts/account.operations.js';
import { tokenList } from '../../operations/accounts/token.lists.js';
import {
  tokenIssue,
  type IssuedAccountTokenDto,
} from '../../operations/accounts/token.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { issuedPage, tokensPage } from './tokens-page.js';

/** The tokens of an account, and issuing one. */
@ConsoleController('accounts/:account/tokens')
@ListPage<typeof tokenList, TokensController>(
  tokenList,
  {
    '': {
      operation: tokenIssue,
      done: 'issued',
      shows: async ({ accounts }, visit, { id }) => {
        const account = ACCOUNT_SHAPE.of(await accounts.get(id));
        return (answer) => issuedPage(visit, account, answer as IssuedAccountTokenDto);
      },
    },
  },
  { file: (id) => `tokens-${id}` },
)
export class TokensController {
  constructor(readonly accounts: AccountService) {}

  async shown(visit: Visit, listed: Listed<typeof tokenList>): Promise<Page> {
    return tokensPage(visit, ACCOUNT_SHAPE.of(await this.accounts.get(listed.id)), listed);
  }
}
