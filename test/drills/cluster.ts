import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { signalAll, withChildren } from '../chaos/database-processes.js';
import { freePort } from '../support/free-port.js';
import { Line } from '../support/line.js';
import { onServer } from '../support/server-connection.js';
import { until } from '../support/until.js';
import { launch, ordinaryUser, postgresProgram, runProgram, type FindProgram } from './programs.js';

/** Roles and their passwords; all servers listen on 127.0.0.1 only. */
export const SUPERUSER = { name: 'postgres', password: 'drill-superuser' };
const OWNER = { name: 'souk', password: 'drill-owner' };
const APPLICATION = { name: 'souk_app', password: 'drill-app' };

const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'shared_buffers = 32MB',
  'wal_keep_size = 256MB',
];

const CREATE = [
  `CREATE ROLE ${OWNER.name} LOGIN PASSWORD '${OWNER.password}'`,
  `CREATE ROLE ${APPLICATION.name} LOGIN PASSWORD '${APPLICATION.password}'`,
  `CREATE DATABASE souk OWNER ${OWNER.name}`,
];

/** Addresses of the shop's database on a port of this machine. */
export interface Addresses {
  /** As the restricted role of the application. */
  readonly url: string;
  /** As the owner of the tables. */
  readonly directUrl: string;
  readonly superuserUrl: string;
}

export function addressesAt(port: number): Addresses {
  return {
    url: urlOf(port, APPLICATION),
    directUrl: urlOf(port, OWNER),
    superuserUrl: urlOf(port, SUPERUSER),
  };
}

function urlOf(port: number, { name, password }: typeof OWNER, database = 'souk'): string {
  return `postgres://${name}:${password}@127.0.0.1:${port}/${database}`;
}

/** Makes the roles and the migrated database of a shop on a new server. */
export async function createShopDatabase(port: number): Promise<void> {
  for (const sql of CREATE) {
    await onServer(urlOf(port, SUPERUSER, 'postgres'), (db) => db.query(sql));
  }
  const { url, directUrl } = addressesAt(port);
  await prepareSchema({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl });
}

/** How a standby follows its primary. */
export interface StandbyOptions {
  /** True: the primary answers a COMMIT only after this standby has written it to its disk. */
  readonly synchronous: boolean;
  /** How much later than on the primary a commit becomes visible; 0 when left out. */
  readonly replayDelayMs?: number;
}

/** All servers that have not been removed. */
export const servers = new Set<{ remove(): Promise<void> }>();

/** Kills and removes what a drill has left behind. */
export async function removeServers(): Promise<void> {
  await Promise.allSettled([...servers].map((server) => server.remove()));
}

/** In the log of a server that cannot start yet. */
const MEMORY_IN_USE = 'shared memory block';

/**
 * A PostgreSQL server, of Debian's package unless another one is given, in a temporary folder: a primary, or a standby that can be promoted. It runs
 * as the user `postgres` when we are root.
 */
export class PostgresServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    /** What a standby receives passes through it: `hold` lets it fall behind. Undefined for a primary. */
    readonly received?: Line,
    private readonly program: FindProgram = postgresProgram,
  ) {
    servers.add(this);
  }

  /**
   * Makes and starts a primary with the migrated database of a shop.
   * @param settings lines for postgresql.conf.
   * @param program of its version; Debian's when left out.
   */
  static async primary(
    settings: readonly string[] = [],
    program?: FindProgram,
  ): Promise<PostgresServer> {
    const server = await PostgresServer.make(undefined, program);
    const passwordFile = join(server.folder, 'password');
    await writeFile(passwordFile, SUPERUSER.password, { mode: 0o644 });
    const words = ['-D', server.dataFolder, '-U', SUPERUSER.name, '-A', 'scram-sha-256'];
    const more = ['--encoding=UTF8', `--pwfile=${passwordFile}`];
    await runProgram(await server.program('initdb'), [...words, ...more]);
    await server.configure([...SETTINGS, ...settings]);
    await server.start();
    await createShopDatabase(server.port);
    return server;
  }

  /** Makes and starts a standby from a base backup of this server; it streams when the method returns. */
  async standby({ synchronous, replayDelayMs = 0 }: StandbyOptions): Promise<PostgresServer> {
    const received = await Line.to({ host: '127.0.0.1', port: this.port });
    const standby = await PostgresServer.make(received);
    const name = `standby_${standby.port}`;
    const source = `host=127.0.0.1 port=${received.port} user=${SUPERUSER.name} password=${SUPERUSER.password} application_name=${name}`;
    const words = ['-D', standby.dataFolder, '-d', source, '--checkpoint=fast', '-X', 'stream'];
    await runProgram(await this.program('pg_basebackup'), [...words, '--write-recovery-conf']);
    await standby.configure([
      // The backup has copied the setting of its primary.
      "synchronous_standby_names = ''",
      `recovery_min_apply_delay = ${replayDelayMs}ms`,
    ]);
    await standby.start();
    if (synchronous) await this.set('synchronous_standby_names', name);
    const wanted = synchronous ? 'sync' : 'async';
    await until(async () => {
      const [row] = await this.query<{ state: string }>(
        `SELECT sync_state AS state FROM pg_stat_replication
         WHERE application_name = $1 AND state = 'streaming'`,
        [name],
      );
      return row?.state === wanted;
    });
    return standby;
  }

  /**
   * Starts a server from a base backup, with archived WAL up to the target that `settings` name. It can be written when
   * the method returns.
   */
  static async recovered(base: string, settings: readonly string[]): Promise<PostgresServer> {
    const server = await PostgresServer.make();
    await runProgram('cp', ['--archive', base, server.dataFolder]);
    await server.configure(settings);
    await runProgram('touch', [join(server.dataFolder, 'recovery.signal')]);
    await server.start();
    await until(async () => {
      const [row] = await server.query<{ recovers: boolean }>(
        'SELECT pg_is_in_recovery() AS recovers',
      );
      return row?.recovers === false;
    });
    return server;
  }

  /** Writes a base backup of this server into a new folder. */
  async baseBackup(folder: string): Promise<void> {
    const words = ['--dbname', urlOf(this.port, SUPERUSER, 'postgres'), '--pgdata', folder];
    await runProgram(await this.program('pg_basebackup'), [...words, '--checkpoint=fast']);
  }

  private static async make(received?: Line, program?: FindProgram): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-drill-'));
    const { uid, gid } = await ordinaryUser();
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
    return new PostgresServer(folder, await freePort(), received, program);
  }

  /** The data directory of PostgreSQL. */
  get dataFolder(): string {
    return join(this.folder, 'data');
  }

  /** As the restricted role of the application. */
  get url(): string {
    return addressesAt(this.port).url;
  }

  /** As the owner of the tables. */
  get directUrl(): string {
    return addressesAt(this.port).directUrl;
  }

  get superuserUrl(): string {
    return addressesAt(this.port).superuserUrl;
  }

  /** Starts it, again after a stop or kill. @throws Error with its log when it ends at once. */
  async start(): Promise<void> {
    // A backend that was forked while the others were killed ends by itself, and only then its memory is free.
    await until(() => this.isStarted());
  }

  /** Starts it once. @returns false if a backend of the killed server still uses its memory */
  private async isStarted(): Promise<boolean> {
    const log = await open(join(this.folder, 'log'), 'a');
    const before = (await this.log()).length;
    const words = ['-D', this.dataFolder, '-p', String(this.port)];
    const stdio = ['ignore', log.fd, log.fd] as const;
    const child = await launch(await this.program('postgres'), words, {
      stdio: [...stdio],
      cwd: '/',
    });
    await log.close();
    this.child = child;
    const end = await until(async () => {
      if (child.exitCode === null) return (await this.answers()) && 'answers';
      const text = await this.log();
      if (text.slice(before).includes(MEMORY_IN_USE)) return 'in use';
      throw new Error(text);
    });
    return end === 'answers';
  }

  /** Stops it in order, its clients cut off. */
  async stop(): Promise<void> {
    await this.ended(() => this.child?.kill('SIGINT'));
  }

  /** Kills all of its processes. */
  async kill(): Promise<void> {
    await this.ended(() => this.signal('SIGKILL'));
  }

  /** Sends a signal, such as SIGSTOP and SIGCONT, to all of its processes. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    if (this.child?.pid !== undefined) signalAll(await withChildren(this.child.pid), signal);
  }

  /** Makes a standby a primary; it can be written when the method returns. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote(true, 60)');
  }

  /** Changes a setting that needs no restart. */
  async set(name: string, value: string): Promise<void> {
    await this.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    await this.query('SELECT pg_reload_conf()');
  }

  /** Runs one statement in the shop's database as a superuser. */
  query<Row extends QueryResultRow>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    return onServer(
      this.superuserUrl,
      async (db) => (await db.query<Row>(sql, [...parameters])).rows,
    );
  }

  log(): Promise<string> {
    return readFile(join(this.folder, 'log'), 'utf8');
  }

  /** Kills it and removes its data. */
  async remove(): Promise<void> {
    if (!servers.delete(this)) return;
    await this.kill();
    await this.received?.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return onServer(urlOf(this.port, SUPERUSER, 'postgres'), (db) => db.query('SELECT 1')).then(
      () => true,
      () => false,
    );
  }

  private async ended(end: () => unknown): Promise<void> {
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    await end();
    await exit;
  }

  private async configure(lines: readonly string[]): Promise<void> {
    await appendFile(join(this.dataFolder, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  }
}
