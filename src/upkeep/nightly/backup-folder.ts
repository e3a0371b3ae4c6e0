import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '../../common/app-error.js';
import { freeBytes } from '../../database/embedded/index.js';
import { UNFINISHED } from '../backup/backup-file.js';

const KEPT_BACKUPS = 14;
const MEBIBYTE = 1024 ** 2;
/** The time of the snapshot, as in `2026-01-31T031500Z`. */
const TIME = String.raw`\d{4}-\d\d-\d\dT\d{6}Z`;

/** The nightly backups of one database in their folder. Files of other names, and so of other databases, are never touched. */
export class BackupFolder {
  private readonly ours: RegExp;

  constructor(
    private readonly path: string,
    /** As `NightlyStateRepository.databaseLabel` tells it. */
    private readonly label: string,
  ) {
    this.ours = new RegExp(`^souk-${label}-${TIME}\\.backup(?<unfinished>${UNFINISHED})?$`);
  }

  fileOf(now: Date): string {
    const time = `${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
    return join(this.path, `souk-${this.label}-${time}.backup`);
  }

  /** True for the path of a complete one of these. */
  names(path: string): boolean {
    const name = basename(path);
    const isComplete = this.ours.test(name) && !name.endsWith(UNFINISHED);
    return isComplete && path === join(this.path, name);
  }

  /**
   * Creates the folder, and removes what a backup that was killed has left. No other one may be under way.
   * @param lastBytes the size of the last backup.
   * @throws OperatorError if there is less space than two of them take
   */
  async prepare(lastBytes: number): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw new OperatorError(
        `the folder ${this.path} cannot be made (${String((error as NodeJS.ErrnoException).code)}); set BACKUP_DIR to one that Souk may write to`,
      );
    });
    const files = await this.files();
    for (const { name } of files.filter(({ isUnfinished }) => isUnfinished))
      await this.remove(name);
    const free = await freeBytes(this.path);
    if (free >= 2 * lastBytes) return;
    throw new OperatorError(
      `only ${Math.floor(free / MEBIBYTE)} MiB are free for ${this.path}, less than twice the last backup; free some space`,
    );
  }

  /** Deletes the oldest ones. @param good the last good one, which is kept in any case */
  async prune(good: string | undefined): Promise<void> {
    const names = (await this.files()).map(({ name }) => name).sort();
    const kept = good === undefined ? '' : basename(good);
    for (const name of names.slice(0, -KEPT_BACKUPS)) {
      if (name !== kept) await this.remove(name);
    }
  }

  private async files(): Promise<{ name: string; isUnfinished: boolean }[]> {
    const names = await readdir(this.path);
    return names.flatMap((name) => {
      const found = this.ours.exec(name);
      return found ? [{ name, isUnfinished: found.groups?.unfinished !== undefined }] : [];
    });
  }

  private remove(name: string): Promise<void> {
    return rm(join(this.path, name), { force: true });
  }
}
