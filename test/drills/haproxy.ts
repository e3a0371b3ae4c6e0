import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endProcess } from '../support/end-process.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

const PROGRAM = '/usr/sbin/haproxy';

/** A proxy before one database, which is repointed as an operator does it, by the admin socket. */
const BEFORE_DATABASE = (port: number, target: number): readonly string[] => [
  'defaults',
  '  mode tcp',
  '  timeout connect 2s',
  '  timeout client 1h',
  '  timeout server 1h',
  'listen database',
  `  bind 127.0.0.1:${port}`,
  `  server primary 127.0.0.1:${target}`,
];

/** haproxy of Debian's package. */
export class Haproxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  /**
   * Starts it and waits until its admin socket answers.
   * @param linesFor its configuration for the port that it shall listen on, without the section `global`.
   */
  static async start(linesFor: (port: number) => readonly string[]): Promise<Haproxy> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-haproxy-'));
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    const global = ['global', `  stats socket ${join(folder, 'admin')} level admin`];
    await writeFile(file, [...global, ...linesFor(port), ''].join('\n'));
    const child = spawn(PROGRAM, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    process.once('exit', () => child.kill('SIGKILL'));
    const said = text(child.stderr);
    const haproxy = new Haproxy(child, folder, port);
    await until(async () => {
      if (child.exitCode !== null) throw new Error(await said);
      return haproxy.ask('show info').then(
        () => true,
        () => false,
      );
    });
    return haproxy;
  }

  /** Starts it before a database server. */
  static beforeDatabase(target: number): Promise<Haproxy> {
    return Haproxy.start((port) => BEFORE_DATABASE(port, target));
  }

  /**
   * Leads new connections to another database server.
   * @param options `cut`: existing ones are closed, as by `on-marked-down shutdown-sessions`; else they go on.
   */
  async leadTo(target: number, { cut }: { readonly cut: boolean }): Promise<void> {
    await this.ask(`set server database/primary addr 127.0.0.1 port ${target}`);
    if (cut) await this.ask('shutdown sessions server database/primary');
  }

  /** Sends a command to the admin socket. @returns its answer. */
  async ask(command: string): Promise<string> {
    const socket = connect(join(this.folder, 'admin'));
    socket.write(`${command}\n`);
    return text(socket);
  }

  stop(): Promise<void> {
    return endProcess(this.child, this.folder);
  }
}
