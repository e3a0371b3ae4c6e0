import { Get } from '@nestjs/common';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import { AccountTokenDto, accountTokenShape } from '../../operations/accounts/token.operations.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../http/page.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { AccountTokenPageDto } from './account-access.dto.js';
import { accountTokenPage, TOKENS_FILE } from './account-lists.js';

@AdminController('Tokens and Allowed IPs')
export class AccountTokensController {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly files: ListFiles,
  ) {}

  @Get('accounts/:id/tokens')
  @AdminRoute({
    name: 'account-tokens',
    permission: 'tokens.read',
    summary: 'The tokens of an account, without the tokens themselves',
    query: ListQuery,
    answer: AccountTokenPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @PathId('id') id: number,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<AccountTokenPageDto> | StreamedAnswer {
    return this.files.answer(TOKENS_FILE, query, caller, (part) =>
      accountTokenPage(this.tokens, id, part),
    );
  }

  @Get('tokens/:id')
  @AdminRoute({
    name: 'account-token',
    permission: 'tokens.read',
    summary: 'One token of an account, without the token itself',
    answer: AccountTokenDto,
    hasEntityTag: true,
  })
  async get(@PathId('id') id: number): Promise<AccountTokenDto> {
    return accountTokenShape(await this.tokens.get(id));
  }
}
