import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freeBytes } from '../../src/database/embedded/index.js';

const PIECE_BYTES = 4096;

/** A small file system in memory, which can be filled to its last byte. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** @returns undefined where this user may not mount. */
  static async mount(sizeMib: number): Promise<SmallDisk | undefined> {
    const path = await mkdtemp(join(tmpdir(), 'souk-small-disk-'));
    const way = ['-t', 'tmpfs', '-o', `size=${sizeMib}m,mode=0700`, 'tmpfs', path];
    if (spawnSync('mount', way).status === 0) return new SmallDisk(path);
    await rmdir(path);
    return undefined;
  }

  /** Takes all space that is free but for so many bytes. */
  async fill(leaveBytes = 0): Promise<void> {
    const filler = await open(this.filler, 'a');
    try {
      const piece = Buffer.alloc(PIECE_BYTES);
      for (let left = (await this.freeBytes()) - leaveBytes; left > 0; left -= PIECE_BYTES) {
        await filler.write(piece);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await filler.close();
    }
  }

  freeBytes(): Promise<number> {
    return freeBytes(this.path);
  }

  /** Gives back what `fill` took. */
  async free(): Promise<void> {
    await rm(this.filler, { force: true });
  }

  async unmount(): Promise<void> {
    await promisify(execFile)('umount', ['--lazy', this.path]);
    await rmdir(this.path);
  }

  private get filler(): string {
    return join(this.path, 'filler');
  }
}
