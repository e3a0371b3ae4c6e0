import { Get, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PageQuery } from '../http/page.js';
import { Parameters } from '../http/query.js';
import { AccountAdmin } from './account-admin.service.js';
import { groupPage } from './account-lists.js';
import { GroupDto, GroupPageDto, NewGroupDto } from './accounts.dto.js';

@AdminController('Accounts')
export class GroupsController {
  constructor(
    private readonly accounts: AccountService,
    private readonly changes: AccountAdmin,
  ) {}

  @Get('groups')
  @AdminRoute({
    name: 'groups',
    permission: 'accounts.read',
    summary: 'The groups, by id',
    query: PageQuery,
    answer: GroupPageDto,
  })
  list(@Parameters(PageQuery) query: PageQuery): Promise<GroupPageDto> {
    return groupPage(this.accounts, query);
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
}
