import { Delete, Get, Patch, Post } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Recipients } from '../../notifications/recipients/recipients.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { IfMatch, Precondition } from '../http/entity-tag.js';
import { ChangeBody, JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathText } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { NotificationAdmin } from './notification-admin.service.js';
import { recipientPage, RECIPIENTS_FILE } from './notification-lists.js';
import { recipientShape } from './notification-shapes.js';
import {
  CreatedRecipientDto,
  NewRecipientDto,
  RecipientChangeDto,
  RecipientDto,
  RecipientPageDto,
  TestedRecipientDto,
} from './notifications.dto.js';

@AdminController('Notifications')
export class NotificationsController {
  constructor(
    private readonly recipients: Recipients,
    private readonly changes: NotificationAdmin,
    private readonly files: ListFiles,
  ) {}

  @Get('notifications')
  @AdminRoute({
    name: 'notifications',
    permission: 'notifications.read',
    summary: 'Who is notified of what, by name',
    query: ListQuery,
    answer: RecipientPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<RecipientPageDto> | StreamedAnswer {
    return this.files.answer(RECIPIENTS_FILE, query, caller, (part) =>
      recipientPage(this.recipients, part),
    );
  }

  @Post('notifications')
  @AdminRoute({
    name: 'notification-create',
    permission: 'notifications.edit',
    summary: 'Notify somebody; the secret of a webhook is shown once',
    status: 201,
    body: NewRecipientDto,
    answer: CreatedRecipientDto,
  })
  create(
    @CurrentOperator() { author }: Caller,
    @JsonBody(NewRecipientDto) recipient: NewRecipientDto,
  ): Promise<CreatedRecipientDto> {
    return this.changes.create(recipient, author);
  }

  @Get('notifications/:name')
  @AdminRoute({
    name: 'notification',
    permission: 'notifications.read',
    summary: 'One recipient',
    answer: RecipientDto,
    hasEntityTag: true,
  })
  async get(@PathText('name') name: string): Promise<RecipientDto> {
    return recipientShape(await this.recipients.get(name));
  }

  @Patch('notifications/:name')
  @AdminRoute({
    name: 'notification-set',
    permission: 'notifications.edit',
    summary: 'Change of what somebody is notified, and where',
    body: RecipientChangeDto,
    answer: RecipientDto,
    hasEntityTag: true,
    needsIfMatch: true,
  })
  set(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
    @IfMatch() expected: Precondition,
    @ChangeBody(RecipientChangeDto) change: RecipientChangeDto,
  ): Promise<RecipientDto> {
    return this.changes.set(name, change, expected, author);
  }

  @Delete('notifications/:name')
  @AdminRoute({
    name: 'notification-remove',
    permission: 'notifications.edit',
    summary: 'Notify somebody no more',
    answer: RecipientDto,
  })
  remove(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
  ): Promise<RecipientDto> {
    return this.changes.remove(name, author);
  }

  @Post('notifications/:name/test')
  @AdminRoute({
    name: 'notification-test',
    permission: 'notifications.edit',
    summary: 'Send a test now; 409 says why it did not arrive',
    answer: TestedRecipientDto,
  })
  test(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
  ): Promise<TestedRecipientDto> {
    return this.changes.test(name, author);
  }
}
