import { Get } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../http/page.js';
import { Parameters } from '../http/query.js';
import { groupPage, GROUPS_FILE } from './account-lists.js';
import { GroupPageDto } from './accounts.dto.js';

@AdminController('Accounts')
export class GroupsController {
  constructor(
    private readonly accounts: AccountService,
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
}
