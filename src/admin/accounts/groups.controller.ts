import { Delete, Get, Patch, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../http/page.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { AccountAdmin } from './account-admin.service.js';
import { groupPage, GROUPS_FILE } from './account-lists.js';
import { GroupDto, GroupPageDto, NewGroupDto, RemovedGroupDto } from './accounts.dto.js';

@AdminController('Accounts')
export class GroupsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly changes: AccountAdmin,
    private readonly files: ListFiles,
  ) {}

  @Get('groups')
  @AdminRoute({
    name: 'groups',
    permission: 'accounts.read',
    summary: 'The groups, by id',
    query: ListQuery,
    answer: GroupPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<GroupPageDto> | StreamedAnswer {
    return this.files.answer(GROUPS_FILE, query, caller, (part) => groupPage(this.accounts, part));
  }

  @Post('groups')
  @AdminRoute({
    name: 'group-create',
    permission: 'accounts.edit',
    summary: 'Make a group',
    status: 201,
    body: NewGroupDto,
    answer: GroupDto,
  })
  create(
    @CurrentOperator() { author }: Caller,
    @JsonBody(NewGroupDto) { name }: NewGroupDto,
  ): Promise<GroupDto> {
    return this.changes.createGroup(name, author);
  }

  @Patch('groups/:id')
  @AdminRoute({
    name: 'group-rename',
    permission: 'accounts.edit',
    summary: 'Rename a group',
    body: NewGroupDto,
    answer: GroupDto,
  })
  rename(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @JsonBody(NewGroupDto) { name }: NewGroupDto,
  ): Promise<GroupDto> {
    return this.changes.renameGroup(id, name, author);
  }

  @Delete('groups/:id')
  @AdminRoute({
    name: 'group-delete',
    permission: 'accounts.edit',
    summary: 'Delete a group without accounts, with its rules',
    answer: RemovedGroupDto,
  })
  remove(@CurrentOperator() caller: Caller, @PathId('id') id: number): Promise<RemovedGroupDto> {
    return this.changes.removeGroup(id, caller);
  }
}
