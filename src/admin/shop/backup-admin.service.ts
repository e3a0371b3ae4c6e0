import { Injectable } from '@nestjs/common';
import {
  NightlyStateRepository,
  type NightlyState,
} from '../../operator/nightly/nightly-state.repository.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { ConfirmedBackupsDto } from './shop.dto.js';

/** The nightly backups, for operators. */
@Injectable()
export class BackupAdmin {
  constructor(
    private readonly nightly: NightlyStateRepository,
    private readonly changes: AuditedChanges,
  ) {}

  state(): Promise<NightlyState> {
    return this.nightly.read();
  }

  /** An operator says that a copy, and the key, lie on another machine. @throws ConflictError before the first backup */
  confirm(by: ChangeAuthor): Promise<ConfirmedBackupsDto> {
    return this.changes.around(by, { name: 'backups confirm', details: {} }, async () => {
      const { before, after } = await this.nightly.confirm();
      return { result: after, before: { ...before }, after: { ...after } };
    });
  }
}
