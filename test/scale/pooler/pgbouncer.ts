import { spawn, type ChildProcess } from 'node:child_process';
import { access, chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess } from '../../support/end-process.js';
import { freePort } from '../../support/free-port.js';
import { onServer } from '../../support/server-connection.js';

/** Where Debian puts it. */
const PROGRAM = '/usr/sbin/pgbouncer';
/** It does not run as root. */
const UNPRIVILEGED = ['-u', 'nobody'];
const START_TRIES = 50;
const RETRY_DELAY_MS = 100;

/** PgBouncer in transaction mode, before the database of one role. */
export class PgBouncer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    /** The same database through it. */
    readonly url: string,
  ) {}

  static async isInstalled(): Promise<boolean> {
    return access(PROGRAM).then(
      () => true,
      () => false,
    );
  }

  /** @param url of the database; the role's password is part of it. */
  static async before(url: string): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-pooler-'));
    const port = await freePort();
    const settings = join(folder, 'pgbouncer.ini');
    const users = join(folder, 'users.txt');
    await chmod(folder, 0o755);
    await writeFile(settings, settingsText(new URL(url), port, users));
    await writeFile(users, usersText(new URL(url)));
    const user = process.getuid?.() === 0 ? UNPRIVILEGED : [];
    const child = spawn(PROGRAM, [...user, settings], { stdio: 'ignore' });
    process.once('exit', () => child.kill());
    const through = new URL(url);
    [through.hostname, through.port] = ['127.0.0.1', String(port)];
    const bouncer = new PgBouncer(child, folder, through.href);
    await bouncer.untilReady();
    return bouncer;
  }

  stop(): Promise<void> {
    return endProcess(this.child, this.folder);
  }

  private async untilReady(): Promise<void> {
    for (let left = START_TRIES; ; left--) {
      try {
        await onServer(this.url, (client) => client.query('SELECT 1'));
        return;
      } catch (error) {
        if (left === 0) throw error;
        await sleep(RETRY_DELAY_MS);
      }
    }
  }
}

function settingsText({ hostname, port }: URL, listenPort: number, users: string): string {
  return [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'default_pool_size = 10',
    'max_client_conn = 200',
    '',
  ].join('\n');
}

function usersText({ username, password }: URL): string {
  const [name, secret] = [username, password].map((part) => decodeURIComponent(part));
  return `"${name ?? ''}" "${secret ?? ''}"\n`;
}
