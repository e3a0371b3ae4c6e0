import { Get, Patch, Post } from '@nestjs/common';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { IfMatch, Precondition } from '../http/entity-tag.js';
import { ChangeBody, JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../http/page.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { AccessAdmin } from './access-admin.service.js';
import {
  AccountTokenChangeDto,
  AccountTokenDto,
  AccountTokenPageDto,
  IssuedAccountTokenDto,
  NewAccountTokenDto,
} from './account-access.dto.js';
import { accountTokenShape } from './account-access.shapes.js';
import { accountTokenPage, TOKENS_FILE } from './account-lists.js';

@AdminController('Tokens and Allowed IPs')
export class AccountTokensController {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly changes: AccessAdmin,
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

  @Post('accounts/:id/tokens')
  @AdminRoute({
    name: 'account-token-issue',
    permission: 'tokens.issue',
    summary: 'Make a token; it is shown once',
    status: 201,
    body: NewAccountTokenDto,
    answer: IssuedAccountTokenDto,
  })
  issue(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @JsonBody(NewAccountTokenDto) token: NewAccountTokenDto,
  ): Promise<IssuedAccountTokenDto> {
    return this.changes.issue(id, token, author);
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

  @Patch('tokens/:id')
  @AdminRoute({
    name: 'account-token-set',
    permission: 'tokens.issue',
    summary: 'Change what a token and its family may do and from where, from the next request on',
    body: AccountTokenChangeDto,
    answer: AccountTokenDto,
    hasEntityTag: true,
    needsIfMatch: true,
  })
  set(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @IfMatch() expected: Precondition,
    @ChangeBody(AccountTokenChangeDto) change: AccountTokenChangeDto,
  ): Promise<AccountTokenDto> {
    return this.changes.set(id, change, expected, author);
  }

  @Post('tokens/:id/revoke')
  @AdminRoute({
    name: 'account-token-revoke',
    permission: 'tokens.revoke',
    summary: 'End a token and its family, at once',
    answer: AccountTokenDto,
  })
  revoke(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
  ): Promise<AccountTokenDto> {
    return this.changes.revoke(id, author);
  }
}
