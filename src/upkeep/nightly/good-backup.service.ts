import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { BackupFolder } from './backup-folder.js';
import { NightlyStateRepository } from './nightly-state.repository.js';

const PART_BYTES = 128 * 1024;

/** The last good backup, for who takes it to another machine. */
@Injectable()
export class GoodBackup {
  constructor(
    private readonly state: NightlyStateRepository,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'backupDir' | 'SECRET_KEYS'>,
  ) {}

  /**
   * Its path on this server. The path stands in the database, which must not name any other file.
   * @throws ConflictError before the first one, and where it lies on another server
   */
  async path(): Promise<string> {
    const { good } = await this.state.read();
    if (!good) throw new ConflictError(...sentence('backups.none-yet'));
    const { backupDir } = this.config;
    const label = await this.state.databaseLabel();
    const isOurs = backupDir !== undefined && new BackupFolder(backupDir, label).names(good.file);
    const file = isOurs ? await lstat(good.file).catch(() => undefined) : undefined;
    if (file?.isFile()) return good.file;
    throw new ConflictError(...sentence('backups.elsewhere', { file: good.file }));
  }

  /** Its content, never all of it at once. It stays whole while it is read, also when its file is deleted meanwhile. */
  async *parts(path: string): AsyncGenerator<Buffer, void> {
    yield* createReadStream(path, { highWaterMark: PART_BYTES }) as AsyncIterable<Buffer>;
  }

  /** What SECRET_KEYS has to be where a backup is restored. @throws ConflictError where the shop has none */
  secretKeys(): string {
    const keys = this.config.SECRET_KEYS.map((key) => key.toString('base64'));
    if (keys.length === 0) throw new ConflictError(...sentence('backups.no-key'));
    return keys.join(',');
  }
}
