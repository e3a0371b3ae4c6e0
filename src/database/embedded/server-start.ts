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
} from './data-folder.js';
import type { Credentials, DataFolder } from './data-folder.js';
import { EmbeddedPostgresError, diskFull } from './embedded-postgres-error.js';
import { findBinaries } from './postgres-binaries.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { createCluster, handOver, readClusterMajor, setUpRole } from './postgres-cluster.js';
import { findServer, isRunning, launchServer, pickPort } from './postgres-server.js';
import { signalStop, tryLogin } from './postgres-server.js';

const PAUSE_MS = 50;
const RETRY_MS = 300;

/** Wrong password, unknown role, unknown database: what `setUpRole` repairs. */
const REPAIRABLE = new Set(['28P01', '28000', '3D000']);
/** Failures that pass: the rest of a crashed server is still ending, or the port was taken. */
const PASSING = /postmaster\.pid|shared memory block|could not bind|TCP\/IP sockets/;

/** How the two roles log in. */
export interface ServerUrls {
  /** As the restricted role that the application works as. */
  readonly url: string;
  /** As the owner of the tables. */
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

/** One attempt to have a server that takes logins; the caller holds the start lock. */
export class ServerStart {
  /** Whether this start made the cluster. */
  firstRun = false;
  private binaries: PostgresBinaries | undefined;
  private child: ChildProcess | undefined;
  private repaired = false;
  private logOffset = 0;

  /** `alone`: no other process uses the server, so it may be restarted. */
  constructor(
    private readonly folder: DataFolder,
    private readonly alone: boolean,
    private readonly log: (line: string) => void,
  ) {}

  /** Resolves to the addresses of a server that took both logins; `deadline` is in epoch milliseconds. */
  async untilReady(deadline: number): Promise<ServerUrls> {
    const credentials = await loadCredentials(this.folder);
    this.logOffset = await logSize(this.folder);
    while (Date.now() < deadline) {
      const server = await findServer(this.folder);
      if (!server) {
        await this.launch(credentials);
      } else {
        const urls = urlsOf(credentials, server.port);
        // A cluster that an earlier version made knows the owner alone.
        const refusal = (await tryLogin(urls.directUrl)) ?? (await tryLogin(urls.url));
        if (refusal === undefined) return this.ready(credentials, server.port, urls);
        if (REPAIRABLE.has(refusal)) await this.repair(credentials, deadline);
      }
      await sleep(PAUSE_MS);
    }
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

  /** Launches the server unless it is on its way; throws when it ended for a lasting reason. */
  private async launch({ password, port }: Credentials): Promise<void> {
    if (this.child) {
      if (!hasEnded(this.child)) return;
      const lasting = !PASSING.test(await readLog(this.folder, this.logOffset));
      if (lasting) throw await this.failure('did not start', '');
      await sleep(RETRY_MS);
    }
    const binaries = await this.prepare(password);
    this.logOffset = await logSize(this.folder);
    this.child = await launchServer(this.folder, binaries, await pickPort(port));
  }

  /** Finds the programs and makes the cluster if there is none. */
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

  /** Sets our password, role and database anew in a cluster that does not know them. */
  private async repair(credentials: Credentials, deadline: number): Promise<void> {
    const { folder } = this;
    if (this.repaired) throw await this.failure('refuses our login', '');
    if (!this.alone) {
      throw new EmbeddedPostgresError(
        `Another Souk process uses PostgreSQL with a password other than the one in ` +
          `${folder.credentials}; stop it and start again.`,
      );
    }
    this.repaired = true;
    await stopServer(folder, deadline);
    this.child = undefined;
    await setUpRole(
      folder,
      folder.cluster,
      await this.prepare(credentials.password),
      credentials.password,
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

/** Ends the server, if one runs, and waits until it is gone; `deadline` in epoch milliseconds. */
export async function stopServer(folder: DataFolder, deadline: number): Promise<void> {
  const server = await findServer(folder);
  if (!server) return;
  await signalStop(folder, server);
  while (await isRunning(folder, server)) {
    if (Date.now() >= deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${server.pid}) is still saving its data; it ends by itself, and ` +
          `${folder.log} tells how far it is.`,
      );
    }
    await sleep(PAUSE_MS);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
