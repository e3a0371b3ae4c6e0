import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const NEW_NAMESPACE = ['--pid', '--ipc', '--fork', '--mount-proc', '--kill-child'];
/** As root, or as another user who may make user namespaces. */
const WAYS = [NEW_NAMESPACE, ['--user', '--map-root-user', ...NEW_NAMESPACE]];
/** Printed after each command that `run` waits for. */
const RAN = '-- ran --';

/** Why there are no namespaces here; undefined when `PidNamespace.open` works. */
export function whyNoNamespaces(): string | undefined {
  return wayToUnshare() ? undefined : 'unshare(1) cannot make a PID namespace here';
}

/**
 * A PID and an IPC namespace, as a container has them: it sees no process of others, and all its processes are killed when its
 * process 1 ends. That is a shell, as a supervisor is: what is started here has another id, and may be killed alone.
 */
export class PidNamespace {
  private readonly lines: AsyncIterator<string>;

  private constructor(private readonly shell: ChildProcess) {
    // A shell that has ended takes no more commands; whoever waits for their lines is rejected.
    shell.stdin?.on('error', () => undefined);
    this.lines = createInterface({ input: shell.stdout! })[Symbol.asyncIterator]();
  }

  static open(): PidNamespace {
    const way = wayToUnshare() ?? [];
    return new PidNamespace(
      spawn('unshare', [...way, 'sh'], { stdio: ['pipe', 'pipe', 'ignore'] }),
    );
  }

  /** Runs a program in the background. @returns the first line that it prints and that is wanted. */
  async start(
    command: readonly string[],
    isWanted: (line: string) => boolean = () => true,
  ): Promise<string> {
    // Drops what earlier programs have printed.
    await this.run(':');
    this.say(`${command.map((word) => `'${word}'`).join(' ')} 2>&1 & started=$!`);
    for (;;) {
      const line = await this.nextLine();
      if (isWanted(line)) return line;
    }
  }

  /** Kills the program that was started last, and at once the process that `killNamedIn` would kill, if one is named. */
  async killStarted(file?: string): Promise<void> {
    const other = file === undefined ? '' : ` $(head -n 1 '${file}')`;
    await this.run(`kill -9 $started${other}; wait $started`);
  }

  /** Kills the process whose id, as it is in this namespace, is the first line of a file. */
  async killNamedIn(file: string): Promise<void> {
    await this.run(`kill -9 $(head -n 1 '${file}')`);
  }

  /** Sends SIGTERM to the program that was started last, and waits for its end. */
  async stopStarted(): Promise<void> {
    await this.run('kill -TERM $started; wait $started');
  }

  /** Kills everything. */
  async end(): Promise<void> {
    if (this.shell.exitCode !== null || this.shell.signalCode !== null) return;
    const ended = once(this.shell, 'exit');
    this.shell.stdin?.end('kill -9 -1; exit\n');
    await ended;
  }

  /** Resolves when the shell has run the command. What programs print meanwhile is dropped. */
  private async run(command: string): Promise<void> {
    this.say(`${command}\necho '${RAN}'`);
    while ((await this.nextLine()) !== RAN);
  }

  private say(command: string): void {
    this.shell.stdin?.write(`${command}\n`);
  }

  private async nextLine(): Promise<string> {
    const next = await this.lines.next();
    if (next.done) throw new Error('the namespace has ended');
    return next.value;
  }
}

function wayToUnshare(): string[] | undefined {
  return WAYS.find((way) => spawnSync('unshare', [...way, 'true']).status === 0);
}
