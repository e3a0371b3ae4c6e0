import { Injectable } from '@nestjs/common';
import { RequestFormsSwitch } from '../../account/request-forms/request-forms-switch.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { timeText } from '../../operations/answers/shown.js';
import type { RequestFormsDto } from './shop.dto.js';

/** The switch of request forms, for operators. */
@Injectable()
export class RequestFormsAdmin {
  constructor(
    private readonly forms: RequestFormsSwitch,
    private readonly changes: AuditedChanges,
  ) {}

  async status(): Promise<RequestFormsDto> {
    const { state, changedAt, unseenSince } = await this.forms.status();
    const unseen = state === 'waiting' ? timeText(unseenSince) : null;
    return { state, since: timeText(changedAt), release_before_unseen_since: unseen };
  }

  set(isOn: boolean, by: ChangeAuthor): Promise<RequestFormsDto> {
    const name = isOn ? 'request-forms on' : 'request-forms off';
    return this.changes.around(by, { name, details: {} }, async () => {
      const { state } = await this.status();
      await this.forms.set(isOn);
      const result = await this.status();
      return { result, before: { state }, after: { state: result.state } };
    });
  }
}
