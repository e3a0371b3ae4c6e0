import { Get, Post } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { OperatorTokens } from '../../operators/tokens/operator-tokens.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { operatorTokenPage, OPERATOR_TOKENS_FILE } from './operator-lists.js';
import { operatorTokenShape } from './operator-shapes.js';
import {
  IssuedOperatorTokenDto,
  NewOperatorTokenDto,
  OperatorTokenDto,
  OperatorTokenPageDto,
} from './operators.dto.js';

@AdminController('Operators')
export class OperatorTokensController {
  constructor(
    private readonly tokens: OperatorTokens,
    private readonly files: ListFiles,
  ) {}

  @Get('operator-tokens')
  @AdminRoute({
    name: 'operator-tokens',
    permission: 'operators.read',
    summary: 'The tokens of all operators, without the tokens themselves',
    query: ListQuery,
    answer: OperatorTokenPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<OperatorTokenPageDto> | StreamedAnswer {
    return this.files.answer(OPERATOR_TOKENS_FILE, query, caller, (part) =>
      operatorTokenPage(this.tokens, part),
    );
  }

  @Post('operator-tokens')
  @AdminRoute({
    name: 'operator-token-create',
    permission: 'operators.edit',
    summary: 'Make a token; it is shown once',
    status: 201,
    body: NewOperatorTokenDto,
    answer: IssuedOperatorTokenDto,
  })
  async create(
    @CurrentOperator() { author }: Caller,
    @JsonBody(NewOperatorTokenDto) { expires_at: expires, ...request }: NewOperatorTokenDto,
  ): Promise<IssuedOperatorTokenDto> {
    const expiresAt = expires === null ? null : new Date(expires);
    const { id, operator, role, token } = await this.tokens.create(
      { ...request, expiresAt },
      author,
    );
    return { id, operator, role, token };
  }

  @Post('operator-tokens/:id/revoke')
  @AdminRoute({
    name: 'operator-token-revoke',
    permission: 'operators.edit',
    summary: 'End a token at once',
    answer: OperatorTokenDto,
  })
  async revoke(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
  ): Promise<OperatorTokenDto> {
    return operatorTokenShape(await this.tokens.revoke(id, author));
  }
}
