import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../support/server-process.js';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const PRELOADED = fileURLToPath(new URL('process-watch.js', import.meta.url));
const KILOBYTE = 1024;
/** Makes the system forget the most that was resident (proc(5), clear_refs). */
const FORGET_PEAK = '5';

/** What the server's process says of the time since it was asked before; times in milliseconds, memory in bytes. */
export interface ProcessFigures {
  readonly longestPause: number;
  readonly pauseOf999: number;
  /** The most that the main thread itself worked without a break: a pause without the waits for a processor. */
  readonly longestWork: number;
  readonly longestCollection: number;
  /** What the last collection of the whole heap has left. */
  readonly heapInUse: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

/** The built server as a process of its own that tells of its event loop and its memory. */
export class WatchedServer {
  private constructor(
    private readonly server: ServerProcess,
    private readonly file: string,
  ) {}

  /**
   * @param settings environment variables, as a user would set them.
   * @param folder whose dist/ is run; this checkout when left out.
   */
  static async start(settings: Record<string, string>, folder = FOLDER): Promise<WatchedServer> {
    const file = join(tmpdir(), `souk-scale-${randomUUID()}.json`);
    const server = await ServerProcess.start(
      { LOG_LEVEL: 'info', SHUTDOWN_DELAY: '0', ...settings, SCALE_WATCH: file },
      { folder, args: ['--no-warnings', '--import', PRELOADED, 'dist/main.js'] },
    );
    // A scenario that fails leaves no server behind.
    process.once('exit', () => void server.stop('SIGKILL'));
    return new WatchedServer(server, file);
  }

  get baseUrl(): string {
    return this.server.baseUrl;
  }

  /**
   * Of the time since this was asked before.
   * @param signal ends the wait, with an AbortError: a server that stands still does not say anything.
   */
  async figures(signal?: AbortSignal): Promise<ProcessFigures> {
    await rm(this.file, { force: true });
    process.kill(this.server.pid, 'SIGUSR2');
    for (;;) {
      const text = await readFile(this.file, 'utf8').catch(() => undefined);
      if (text !== undefined) return JSON.parse(text) as ProcessFigures;
      await sleep(10, undefined, signal && { signal });
    }
  }

  /** Resident memory in bytes, as the system counts it; the server has no part in it. */
  async residentBytes(): Promise<number> {
    return this.statusBytes('VmRSS');
  }

  /** The most that was resident since {@link forgetPeak}, in bytes. */
  async peakBytes(): Promise<number> {
    return this.statusBytes('VmHWM');
  }

  async forgetPeak(): Promise<void> {
    await writeFile(`/proc/${this.server.pid}/clear_refs`, FORGET_PEAK);
  }

  /** Open files and sockets. */
  async openFiles(): Promise<number> {
    return (await readdir(`/proc/${this.server.pid}/fd`)).length;
  }

  /** @returns the exit code, or null when a signal ended it. */
  async stop(signal?: NodeJS.Signals): Promise<number | null> {
    const code = await this.server.stop(signal);
    await rm(this.file, { force: true });
    return code;
  }

  private async statusBytes(name: 'VmRSS' | 'VmHWM'): Promise<number> {
    const status = await readFile(`/proc/${this.server.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * KILOBYTE;
  }
}
