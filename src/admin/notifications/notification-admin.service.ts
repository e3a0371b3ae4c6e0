import { Injectable } from '@nestjs/common';
import { USUAL_OVERDUE_MINUTES } from '../../notifications/recipients/recipient-settings.js';
import { Recipients } from '../../notifications/recipients/recipients.service.js';
import { TestNotices } from '../../notifications/sending/test-notice.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Precondition } from '../http/entity-tag.js';
import { recipientChangeOf, recipientShape } from './notification-shapes.js';
import type {
  CreatedRecipientDto,
  NewRecipientDto,
  RecipientChangeDto,
  RecipientDto,
  TestedRecipientDto,
} from './notifications.dto.js';

/** Changes who is notified of what, each change with its audit entry. The actions are named like the commands. */
@Injectable()
export class NotificationAdmin {
  constructor(
    private readonly recipients: Recipients,
    private readonly tests: TestNotices,
    private readonly changes: AuditedChanges,
  ) {}

  create(given: NewRecipientDto, by: ChangeAuthor): Promise<CreatedRecipientDto> {
    const { overdue_minutes: overdueMinutes = USUAL_OVERDUE_MINUTES, ...others } = given;
    const action = { name: 'notify set', details: { ...given } };
    return this.changes.run(by, action, async (manager) => {
      const { recipient, secret = null } = await this.recipients.create(manager, {
        ...others,
        overdueMinutes,
      });
      const after = recipientShape(recipient);
      return { result: { ...after, secret }, before: null, after: { ...after } };
    });
  }

  set(
    name: string,
    change: RecipientChangeDto,
    expected: Precondition,
    by: ChangeAuthor,
  ): Promise<RecipientDto> {
    const action = { name: 'notify set', details: { name, ...change } };
    return this.changes.run(by, action, async (manager) => {
      const changed = await this.recipients.change(
        manager,
        name,
        recipientChangeOf(change),
        (recipient) => {
          expected.assert(recipientShape(recipient));
        },
      );
      const [before, after] = [recipientShape(changed.before), recipientShape(changed.after)];
      return { result: after, before: { ...before }, after: { ...after } };
    });
  }

  remove(name: string, by: ChangeAuthor): Promise<RecipientDto> {
    const action = { name: 'notify remove', details: { name } };
    return this.changes.run(by, action, async (manager) => {
      const result = recipientShape(await this.recipients.remove(manager, name));
      return { result, before: { ...result }, after: {} };
    });
  }

  /** It waits for a receiver or mail server, so it is no transaction. */
  test(name: string, by: ChangeAuthor): Promise<TestedRecipientDto> {
    const action = { name: 'notify test', details: { name } };
    return this.changes.around(by, action, async () => {
      await this.tests.send(name);
      return { result: { name, arrived: true }, before: null, after: { arrived: true } };
    });
  }
}
