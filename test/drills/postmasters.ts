import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const CHECK_INTERVAL_MS = 100;

/** The first processes of PostgreSQL servers that run on the cluster of a data folder, in all namespaces below ours. */
export async function postmasters(dataDir: string): Promise<number[]> {
  const folder = await stat(join(dataDir, 'postgres'), { bigint: true }).catch(() => undefined);
  if (!folder) return [];
  const name = `cluster_name=souk-${folder.dev}-${folder.ino}`;
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const servers = new Map<number, number>();
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.split('\0').includes(name)) servers.set(pid, await parentOf(pid));
  }
  // A process that was just forked still has the command line of its parent.
  return [...servers].filter(([, parent]) => !servers.has(parent)).map(([pid]) => pid);
}

/** Looks again and again how many servers run on one cluster. */
export class PostmasterWatch {
  most = 0;
  private readonly timer: NodeJS.Timeout;
  private look: Promise<void> | undefined;

  constructor(dataDir: string) {
    this.timer = setInterval(() => {
      this.look ??= postmasters(dataDir)
        .then(({ length }) => void (this.most = Math.max(this.most, length)))
        .finally(() => (this.look = undefined));
    }, CHECK_INTERVAL_MS);
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.look;
  }
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}
