import { Injectable } from '@nestjs/common';
import { MailServers } from '../../notifications/mail/mail-server.service.js';
import { endpoint } from '../../outgoing/endpoint.js';
import { SsrfGuard } from '../../outgoing/ssrf-guard.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { assertAllowedHost } from '../../operations/allowed-host.js';
import type { Precondition } from '../http/entity-tag.js';
import { mailServerSettings, mailServerShape } from './notification-shapes.js';
import type { MailServerDto, MailServerSettingDto } from './notifications.dto.js';

/** Changes the mail server for operators, each change with its audit entry. */
@Injectable()
export class MailServerAdmin {
  constructor(
    private readonly servers: MailServers,
    private readonly changes: AuditedChanges,
    private readonly guard: SsrfGuard,
  ) {}

  /** The entry says whether there is a password, and never which. */
  async put(
    given: MailServerSettingDto,
    expected: Precondition,
    by: ChangeAuthor,
  ): Promise<MailServerDto> {
    await assertAllowedHost(this.guard, endpoint(given.host, given.port), 'host');
    const { password, ...shown } = given;
    const details = { ...shown, ...(password !== undefined && { password: '***' }) };
    return this.changes.run(by, { name: 'notify mail-server set', details }, async (manager) => {
      const changed = await this.servers.put(manager, mailServerSettings(given), (server) => {
        expected.assert(server ? mailServerShape(server) : {});
      });
      const after = mailServerShape(changed.after);
      const before = changed.before && { ...mailServerShape(changed.before) };
      return { result: after, before, after: { ...after } };
    });
  }

  remove(by: ChangeAuthor): Promise<MailServerDto> {
    const action = { name: 'notify mail-server remove', details: {} };
    return this.changes.run(by, action, async (manager) => {
      const result = mailServerShape(await this.servers.remove(manager));
      return { result, before: { ...result }, after: {} };
    });
  }
}
