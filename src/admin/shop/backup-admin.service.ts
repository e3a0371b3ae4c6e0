import { basename } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { AuditedChanges } from '../../people/changes/audited-changes.js';
import { authorOf, type RequestOrigin } from '../../people/changes/change-author.js';
import type { SessionPrincipal } from '../../people/sessions/operator-sessions.service.js';
import { PasswordProof } from '../../people/sign-in/password-proof.js';
import type { BackupPlace } from '../../upkeep/nightly/backup-condition.js';
import { GoodBackup } from '../../upkeep/nightly/good-backup.service.js';
import {
  NightlyStateRepository,
  type NightlyState,
} from '../../upkeep/nightly/nightly-state.repository.js';

/** Somebody in a session who has typed the own password again. */
export interface ProvenOperator {
  readonly session: SessionPrincipal;
  readonly password: string;
  readonly origin: RequestOrigin;
}

/** The nightly backups, for pages. */
@Injectable()
export class BackupAdmin {
  constructor(
    private readonly nightly: NightlyStateRepository,
    private readonly good: GoodBackup,
    private readonly proof: PasswordProof,
    private readonly changes: AuditedChanges,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'backupDir' | 'BACKUP_DIR'>,
  ) {}

  state(): Promise<NightlyState> {
    return this.nightly.read();
  }

  get place(): BackupPlace {
    const { backupDir, BACKUP_DIR: given } = this.config;
    if (backupDir !== undefined) return 'folder';
    return given === 'off' ? 'off' : 'unset';
  }

  /** The last good one. @throws as a sign-in; ConflictError where it is not on this server */
  async download(
    by: ProvenOperator,
  ): Promise<{ readonly name: string; readonly content: StreamedAnswer<Buffer> }> {
    const path = await this.asked(by, 'backups download', () => this.good.path());
    const parts = () => this.good.parts(path);
    const content = new StreamedAnswer('application/octet-stream', parts);
    return { name: basename(path), content };
  }

  /** What a restore of it needs. @throws as a sign-in; ConflictError where the shop has no key */
  secretKeys(by: ProvenOperator): Promise<string> {
    return this.asked(by, 'backups key', () => this.good.secretKeys());
  }

  /** Whoever has found an open session knows no password. */
  private async asked(
    { session, password, origin }: ProvenOperator,
    name: string,
    read: () => string | Promise<string>,
  ): Promise<string> {
    await this.proof.again(session, password, origin);
    return this.changes.around(authorOf(session, origin), { name, details: {} }, async () => {
      const result = await read();
      const { good } = await this.nightly.read();
      return { result, before: null, after: { file: good?.file ?? null } };
    });
  }
}
