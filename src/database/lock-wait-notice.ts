import { PeriodicTask } from '../common/periodic-task.js';
import { withClient } from './migrate.js';

const INTERVAL_MS = 3_000;

/** A session that holds a lock for which another one waits. */
interface Holder {
  readonly pid: number;
  readonly role: string;
  readonly program: string;
  /** What the session does; null for the session of another role. */
  readonly state: string | null;
}

/**
 * Reports which sessions a command waits for, each once. A command has no lock time-out, so otherwise it would seem to
 * hang. Another connection asks, since those of the command wait.
 */
export class LockWaitNotice {
  private readonly reported = new Set<number>();
  private readonly asking = new PeriodicTask(
    () => this.ask(),
    // A database that does not answer is reported by the command itself.
    () => undefined,
  );

  /** @param applicationName that of the command's connections, and of no others. */
  constructor(
    private readonly url: string,
    private readonly applicationName: string,
    private readonly report: (sentence: string) => void,
  ) {
    this.asking.start(INTERVAL_MS);
  }

  stop(): Promise<void> {
    return this.asking.stop();
  }

  private async ask(): Promise<void> {
    const holders = await withClient(this.url, async (client) => {
      const { rows } = await client.query<Holder>(HOLDERS, [this.applicationName]);
      return rows;
    });
    for (const holder of holders.filter(({ pid }) => !this.reported.has(pid))) {
      this.reported.add(holder.pid);
      this.report(sentenceOf(holder));
    }
  }
}

function sentenceOf({ pid, role, program, state }: Holder): string {
  const name = [program, `of ${role}`, state].filter((part) => part !== null && part !== '');
  return `Waiting for a lock that another session holds: process ${pid} (${name.join(', ')}). "SELECT pg_terminate_backend(${pid})" in psql ends it.`;
}

const HOLDERS = `
  SELECT DISTINCT holder.pid, holder.usename AS role, holder.application_name AS program, holder.state
  FROM pg_stat_activity waiting, unnest(pg_blocking_pids(waiting.pid)) AS blocking (pid)
  JOIN pg_stat_activity holder ON holder.pid = blocking.pid
  WHERE waiting.application_name = $1 AND waiting.usename = current_user`;
