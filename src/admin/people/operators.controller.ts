import { Get, Patch, Post } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { OperatorManagement } from '../../operators/management/operator-management.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { IfMatch, Precondition } from '../http/entity-tag.js';
import { ChangeBody, JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathText } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { InvitationShapes } from './invitation-shapes.js';
import { operatorPage, OPERATORS_FILE } from './operator-lists.js';
import { operatorShape } from './operator-shapes.js';
import {
  EndedSessionsDto,
  InvitedOperatorDto,
  NewOperatorDto,
  OperatorChangeDto,
  OperatorDto,
  OperatorPageDto,
} from './operators.dto.js';

@AdminController('Operators')
export class OperatorsController {
  constructor(
    private readonly operators: OperatorManagement,
    private readonly invitations: InvitationShapes,
    private readonly files: ListFiles,
  ) {}

  @Get('operators')
  @AdminRoute({
    name: 'operators',
    permission: 'operators.read',
    summary: 'The operators, by name',
    query: ListQuery,
    answer: OperatorPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<OperatorPageDto> | StreamedAnswer {
    return this.files.answer(OPERATORS_FILE, query, caller, (part) =>
      operatorPage(this.operators, part),
    );
  }

  @Post('operators')
  @AdminRoute({
    name: 'operator-create',
    permission: 'operators.edit',
    summary: 'Make an operator, and a link by which it sets its password',
    status: 201,
    body: NewOperatorDto,
    answer: InvitedOperatorDto,
  })
  async create(
    @CurrentOperator() { author }: Caller,
    @JsonBody(NewOperatorDto) { name, role }: NewOperatorDto,
  ): Promise<InvitedOperatorDto> {
    return this.invitations.of(await this.operators.create(name, role, author));
  }

  @Get('operators/:name')
  @AdminRoute({
    name: 'operator',
    permission: 'operators.read',
    summary: 'One operator',
    answer: OperatorDto,
    hasEntityTag: true,
  })
  async get(@PathText('name') name: string): Promise<OperatorDto> {
    return operatorShape(await this.operators.get(name));
  }

  @Patch('operators/:name')
  @AdminRoute({
    name: 'operator-set',
    permission: 'operators.edit',
    summary: 'Change the role, or whether the second factor is required',
    body: OperatorChangeDto,
    answer: OperatorDto,
    hasEntityTag: true,
    needsIfMatch: true,
  })
  async set(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
    @IfMatch() expected: Precondition,
    @ChangeBody(OperatorChangeDto) { role, two_factor_required: required }: OperatorChangeDto,
  ): Promise<OperatorDto> {
    const change = {
      ...(role !== undefined && { role }),
      ...(required !== undefined && { twoFactorRequired: required }),
    };
    const changed = await this.operators.set(name, change, author, (operator) => {
      expected.assert(operatorShape(operator));
    });
    return operatorShape(changed);
  }

  @Post('operators/:name/disable')
  @AdminRoute({
    name: 'operator-disable',
    permission: 'operators.edit',
    summary: 'End its sessions and refuse its tokens, at once',
    answer: OperatorDto,
  })
  async disable(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
  ): Promise<OperatorDto> {
    return operatorShape(await this.operators.disable(name, author));
  }

  @Post('operators/:name/enable')
  @AdminRoute({
    name: 'operator-enable',
    permission: 'operators.edit',
    summary: 'Let a disabled operator sign in again',
    answer: OperatorDto,
  })
  async enable(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
  ): Promise<OperatorDto> {
    return operatorShape(await this.operators.enable(name, author));
  }

  @Post('operators/:name/invite')
  @AdminRoute({
    name: 'operator-invite',
    permission: 'operators.edit',
    summary: 'A new link for an operator that has no password yet',
    answer: InvitedOperatorDto,
  })
  async invite(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
  ): Promise<InvitedOperatorDto> {
    return this.invitations.of(await this.operators.invite(name, author));
  }

  @Post('operators/:name/reset')
  @AdminRoute({
    name: 'operator-reset',
    permission: 'operators.edit',
    summary: 'Take password and second factor away, end all sessions, and make a link',
    answer: InvitedOperatorDto,
  })
  async reset(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
  ): Promise<InvitedOperatorDto> {
    return this.invitations.of(await this.operators.reset(name, author));
  }

  @Post('operators/:name/sign-out')
  @AdminRoute({
    name: 'operator-sign-out',
    permission: 'operators.edit',
    summary: 'End all sessions of an operator',
    answer: EndedSessionsDto,
  })
  async signOut(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
  ): Promise<EndedSessionsDto> {
    return { ended: await this.operators.signOut(name, author) };
  }
}
