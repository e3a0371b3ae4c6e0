import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  APPLICATION_ROLE,
  applicationPassword,
  isDiskFull,
  loadCredentials,
  logSize,
  OWNER_ROLE,
  readLog,
  saveCredentials,
  telltaleLine,
  type Credentials,
  type DataFolder,
} from './data-folder.js';
import { EmbeddedPostgresError, diskFull } from './embedded-postgres-error.js';
import { prepareForDisk } from './full-disk.js';
import { findBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { createCluster, handOver, readClusterMajor, setUpRole } from './postgres-cluster.js';
import {
  clusterName,
  findServer,
  isRunning,
  launchServer,
  pickPort,
  signalStop,
  tryLogin,
} from './postgres-server.js';
import { isHeld, withServerLock } from './server-lock.js';

const CHECK_INTERVAL_MS = 50;
const RETRY_DELAY_MS = 300;

/** Wrong password, unknown role, unknown database: `setUpRole` repairs them. */
const REPAIRABLE = new Set(['28P01', '28000', '3D000']);
/** Failures that are worth a retry: a crashed server is still ending, or the port was taken. */
const TRANSIENT = /postmaster\.pid|shared memory block|could not bind|TCP\/IP sockets/;

/** The addresses of a server for its two roles. */
export interface ServerUrls {
  /** `postgres://souk_app:<password>@127.0.0.1:<port>/souk`, with the restricted role of the application. */
  readonly url: string;
  /** `postgres://souk:<password>@127.0.0.1:<port>/souk`, with the role that owns the tables. */
  readonly directUrl: string;
}

function urlsOf(credentials: Credentials, port: number): ServerUrls {
  const urlOf = (role: string, password: string): string =>
    `postgres://${role}:${password}@127.0.0.1:${port}/souk`;
  return {
    url: urlOf(APPLICATION_ROLE, applicationPassword(credentials)),
    directUrl: urlOf(OWNER_ROLE, credentials.password),
  };
}

/** One start of the server, until it accepts logins; the caller must hold the start lock. */
export class ServerStart {
  /** True when this start has created the cluster. */
  firstRun = false;
  private binaries: PostgresBinaries | undefined;
  private child: ChildProcess | undefined;
  private repaired = false;
  private logOffset = 0;

  /** @param alone true when no other process uses the server, so it may be restarted. */
  constructor(
    private readonly folder: DataFolder,
    private readonly alone: boolean,
    private readonly log: (line: string) => void,
  ) {}

  /** Resolves when both roles can log in. @param deadlineMs epoch time */
  async untilReady(deadlineMs: number): Promise<ServerUrls> {
    const credentials = await loadCredentials(this.folder);
    this.logOffset = await logSize(this.folder);
    while (Date.now() < deadlineMs) {
      const server = await findServer(this.folder);
      if (!server) {
        await this.launch(credentials);
      } else {
        const urls = urlsOf(credentials, server.port);
        // A cluster of an earlier version has only the owner's role.
        const refusal = (await tryLogin(urls.directUrl)) ?? (await tryLogin(urls.url));
        if (refusal === undefined) return this.ready(credentials, server.port, urls);
        if (REPAIRABLE.has(refusal)) await this.repair(credentials, deadlineMs);
      }
      await sleep(CHECK_INTERVAL_MS);
    }
    await this.assertNoLeftovers();
    throw await this.failure('is not ready in time', '; start again to wait longer');
  }

  private async ready(
    credentials: Credentials,
    port: number,
    urls: ServerUrls,
  ): Promise<ServerUrls> {
    if (port !== credentials.port) await saveCredentials(this.folder, { ...credentials, port });
    const origin = this.child ? 'ready' : 'already running';
    this.log(`PostgreSQL is ${origin} on 127.0.0.1:${port}, data in ${this.folder.cluster}`);
    return urls;
  }

  /**
   * Launches the server unless it is starting, or processes of another one still run. Throws when it has ended and a
   * retry would not help.
   */
  private async launch({ password, port }: Credentials): Promise<void> {
    if (this.child) {
      if (!hasEnded(this.child)) return;
      const isLasting = !TRANSIENT.test(await readLog(this.folder, this.logOffset));
      if (isLasting) throw await this.failure('did not start', '');
      await sleep(RETRY_DELAY_MS);
    }
    const { folder, log } = this;
    if (await isHeld(folder.serverLock)) return;
    const binaries = await this.prepare(password);
    await prepareForDisk(folder);
    this.logOffset = await logSize(folder);
    const free = await pickPort(port);
    this.child = await withServerLock(folder.serverLock, log, (lock) =>
      launchServer(folder, binaries, { port: free, lock }),
    );
  }

  /** @throws EmbeddedPostgresError when processes of a server that cannot be found still use the cluster. */
  private async assertNoLeftovers(): Promise<void> {
    const { folder } = this;
    if ((await findServer(folder)) || !(await isHeld(folder.serverLock))) return;
    throw new EmbeddedPostgresError(
      `Processes of a PostgreSQL that was killed still use ${folder.cluster}; end those whose command line names ` +
        `${await clusterName(folder)}, and start again.`,
    );
  }

  /** Finds the programs, and creates the cluster if there is none. */
  private async prepare(password: string): Promise<PostgresBinaries> {
    if (this.binaries) return this.binaries;
    const { folder, log } = this;
    const major = await readClusterMajor(folder);
    const binaries = await findBinaries(folder, major, log);
    if (major === undefined) {
      log(`Setting up PostgreSQL ${binaries.major} in ${folder.cluster}`);
      await createCluster(folder, binaries, password);
      this.firstRun = true;
    } else if (binaries.runner.clusterOwner) {
      await handOver(folder.cluster, binaries.runner.clusterOwner);
    }
    this.binaries = binaries;
    return binaries;
  }

  /** Sets the passwords, roles and database again in a cluster that refuses the login. */
  private async repair(credentials: Credentials, deadlineMs: number): Promise<void> {
    const { folder, log } = this;
    if (this.repaired) throw await this.failure('refuses our login', '');
    if (!this.alone) {
      throw new EmbeddedPostgresError(
        `Another Souk process uses PostgreSQL with a password other than the one in ` +
          `${folder.credentials}; stop it and start again.`,
      );
    }
    this.repaired = true;
    await stopServer(folder, deadlineMs);
    this.child = undefined;
    const binaries = await this.prepare(credentials.password);
    await withServerLock(folder.serverLock, log, (lock) =>
      setUpRole(folder, { dataFolder: folder.cluster, lock }, binaries, credentials.password),
    );
  }

  private async failure(what: string, advice: string): Promise<EmbeddedPostgresError> {
    const log = await readLog(this.folder, this.logOffset);
    if (await isDiskFull(this.folder, log)) return diskFull(this.folder.path);
    return new EmbeddedPostgresError(
      `PostgreSQL ${what}: ${telltaleLine(log)} (its log is ${this.folder.log})${advice}.`,
    );
  }
}

/** Stops the server, if one runs, and waits until its process has ended. @param deadlineMs epoch time */
export async function stopServer(folder: DataFolder, deadlineMs: number): Promise<void> {
  const server = await findServer(folder);
  if (!server) return;
  await signalStop(folder, server);
  while (await isRunning(folder, server)) {
    if (Date.now() >= deadlineMs) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${server.pid}) is still saving its data; it ends by itself, and ` +
          `${folder.log} tells how far it is.`,
      );
    }
    await sleep(CHECK_INTERVAL_MS);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
