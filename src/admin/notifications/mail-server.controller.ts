import { Delete, Get, Put } from '@nestjs/common';
import { MailServers } from '../../notifications/mail/mail-server.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { IfMatch, Precondition } from '../http/entity-tag.js';
import { JsonBody } from '../http/json-body.js';
import { MailServerAdmin } from './mail-server-admin.service.js';
import { mailServerShape } from './notification-shapes.js';
import { MailServerDto, MailServerSettingDto } from './notifications.dto.js';

@AdminController('Notifications')
export class MailServerController {
  constructor(
    private readonly servers: MailServers,
    private readonly changes: MailServerAdmin,
  ) {}

  @Get('mail-server')
  @AdminRoute({
    name: 'mail-server',
    permission: 'settings.read',
    summary: 'The mail server of notifications, without its password',
    answer: MailServerDto,
    hasEntityTag: true,
  })
  async get(): Promise<MailServerDto> {
    return mailServerShape(await this.servers.get());
  }

  @Put('mail-server')
  @AdminRoute({
    name: 'mail-server-set',
    permission: 'settings.edit',
    summary: 'Set the mail server of notifications',
    body: MailServerSettingDto,
    answer: MailServerDto,
    hasEntityTag: true,
    needsIfMatch: true,
  })
  set(
    @CurrentOperator() { author }: Caller,
    @IfMatch() expected: Precondition,
    @JsonBody(MailServerSettingDto) server: MailServerSettingDto,
  ): Promise<MailServerDto> {
    return this.changes.put(server, expected, author);
  }

  @Delete('mail-server')
  @AdminRoute({
    name: 'mail-server-remove',
    permission: 'settings.edit',
    summary: 'Forget the mail server; e-mail is sent no more',
    answer: MailServerDto,
  })
  remove(@CurrentOperator() { author }: Caller): Promise<MailServerDto> {
    return this.changes.remove(author);
  }
}
