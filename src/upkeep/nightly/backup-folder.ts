import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '../../common/app-error.js';
import { freeBytes } from '../../database/embedded/index.js';
import { UNFINISHED } from '../backup/backup-file.js';

/** Of each of so many days the last one is kept, so that those that somebody asks for push out none of another day. */
const KEPT_DAYS = 14;
/** And of all of them the last ones, such as one from before a change and one from after it. */
const KEPT_LAST = 3;
const MEBIBYTE = 1024 ** 2;
/** The time of the snapshot, as in `2026-01-31T031500Z`. */
const TIME = String.raw`(?<day>\d{4}-\d\d-\d\d)T\d{6}Z`;

interface OurFile {
  readonly name: string;
  /** Of UTC, as in `2026-01-31`. */
  readonly day: string;
  readonly isUnfinished: boolean;
}

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
    const found = (await this.files()).sort((a, b) => (a.name < b.name ? -1 : 1));
    const lastOfDays = new Map(found.map(({ day, name }) => [day, name]));
    const kept = new Set([
      ...[...lastOfDays.values()].slice(-KEPT_DAYS),
      ...found.slice(-KEPT_LAST).map(({ name }) => name),
      ...(good === undefined ? [] : [basename(good)]),
    ]);
    for (const { name } of found) if (!kept.has(name)) await this.remove(name);
  }

  private async files(): Promise<OurFile[]> {
    const names = await readdir(this.path);
    return names.flatMap((name) => {
      const { day = '', unfinished } = this.ours.exec(name)?.groups ?? {};
      return day === '' ? [] : [{ name, day, isUnfinished: unfinished !== undefined }];
    });
  }

  private remove(name: string): Promise<void> {
    return rm(join(this.path, name), { force: true });
  }
}
