import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { ConflictError } from '../../common/app-error.js';
import { loggableError, LOGGER } from '../../common/logger.js';
import { sentence } from '../../common/sentence.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { whileAlone } from '../../database/migrate.js';
import { BackupService, type WrittenBackup } from '../backup/backup.service.js';
import { Attempt } from './attempt.js';
import { BackupFolder } from './backup-folder.js';
import { isDue } from './night.js';
import { NightlyStateRepository, type NightlyState } from './nightly-state.repository.js';
import { onOwnConnection } from '../../database/own-connection.js';
import { TrialRestore } from './trial-restore.service.js';

/** An arbitrary number, the same in every instance of Souk. */
const NIGHTLY_LOCK = 7_236_145;

/** Their files are named by the second. */
const SECOND_MS = 1_000;

/** Makes a backup each night, and when somebody asks for one. Of several servers, one does. */
@Injectable()
export class NightlyBackup implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private making: Promise<NightlyState | undefined> | undefined;

  constructor(
    private readonly state: NightlyStateRepository,
    private readonly backups: BackupService,
    private readonly trial: TrialRestore,
    @Inject(CONFIG) private readonly config: SoukConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes one if it is due, and nobody else is at it. @param signal ends it */
  async run(signal: AbortSignal): Promise<void> {
    const { backupDir } = this.config;
    if (backupDir === undefined || !isDue(await this.state.read())) return;
    // Another server may have made one before this one was alone.
    await this.alone(backupDir, signal, isDue);
  }

  /**
   * Makes one at once; those who ask meanwhile wait for the same.
   * @returns what has come of it; undefined while somebody else makes one
   * @throws ConflictError where there is no folder for it
   */
  now(): Promise<NightlyState | undefined> {
    const { backupDir } = this.config;
    if (backupDir === undefined) throw new ConflictError(...sentence('backups.no-folder'));
    const isOlder = ({ good, now }: NightlyState) =>
      good === null || now.getTime() - good.at.getTime() >= SECOND_MS;
    this.making ??= this.alone(backupDir, this.stopping.signal, isOlder).finally(() => {
      this.making = undefined;
    });
    return this.making;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.making?.catch(() => undefined);
  }

  private alone(
    folder: string,
    signal: AbortSignal,
    isWanted: (state: NightlyState) => boolean,
  ): Promise<NightlyState | undefined> {
    return whileAlone(this.config.DATABASE_DIRECT_URL, NIGHTLY_LOCK, async () => {
      const state = await this.state.read();
      if (isWanted(state)) await this.attempt(new Attempt(folder, state, signal));
      return this.state.read();
    });
  }

  private async attempt(attempt: Attempt): Promise<void> {
    const { state } = attempt;
    await this.state.begin();
    try {
      await this.trial.clear(state.trialDatabase);
      const folder = new BackupFolder(attempt.folder, await this.state.databaseLabel());
      await folder.prepare(state.good?.bytes ?? 0);
      const file = folder.fileOf(state.now);
      const written = await this.write(file, attempt);
      await folder.prune(written.fault === undefined ? file : state.good?.file);
      if (written.fault === undefined) await this.trial.run(file, written, attempt);
    } catch (error) {
      if (attempt.signal.aborted) return;
      this.logger.warn({ err: loggableError(error) }, 'the nightly backup has failed');
      await this.state.failed(error instanceof Error ? error.message : String(error), false);
    }
  }

  private async write(file: string, { pace }: Attempt): Promise<WrittenBackup> {
    const written = await onOwnConnection(this.config.DATABASE_URL, (database) =>
      this.backups.on(database).write(file, { encrypts: true, pace }),
    );
    const { bytes, takenAt: at, key, fault } = written;
    if (fault === undefined) {
      await this.state.made({ at, file, bytes, key });
      this.logger.info({ file, bytes }, 'the nightly backup is made');
      return written;
    }
    const failure = `${file} holds an inconsistent shop, which "souk restore" refuses: ${fault}`;
    await this.state.failed(failure, true);
    this.logger.error({ file, fault }, 'the nightly backup holds an inconsistent shop');
    return written;
  }
}
