import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import {
  APPLICATION_ROLE,
  applicationPassword,
  isDiskFull,
  OWNER_ROLE,
  telltaleLine,
  type DataFolder,
} from './data-folder.js';
import { EmbeddedPostgresError, codeOf, diskFull } from './embedded-postgres-error.js';
import { programPath, type PostgresBinaries } from './postgres-binaries.js';
import { dataArgument, run, type Finished, type Inherited, type Owner } from './process-runner.js';

/** The first version with a built-in locale provider, which is the same on every machine. */
const FIRST_BUILTIN_LOCALE = 17;
const DRAFT_PREFIX = 'postgres.new-';
/** Allows logins with a password over the loopback interface only. */
const ACCESS_RULES = 'host all all 127.0.0.1/32 scram-sha-256\n';

/** The major version that created the cluster; undefined when there is no cluster. */
export async function readClusterMajor(folder: DataFolder): Promise<number | undefined> {
  try {
    return Number.parseInt(await fs.readFile(join(folder.cluster, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const entries = await fs.readdir(folder.cluster).catch(() => []);
  if (entries.length === 0) return undefined;
  throw new EmbeddedPostgresError(
    `${folder.cluster} holds files but no PostgreSQL cluster; move them away and start again.`,
  );
}

/** Creates the cluster with its roles and database, completely or not at all. */
export async function createCluster(
  folder: DataFolder,
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  const draft = await openDraft(folder);
  const { clusterOwner } = binaries.runner;
  if (clusterOwner) await fs.chown(draft, clusterOwner.uid, clusterOwner.gid);
  await initialize(folder, draft, binaries);
  await fs.writeFile(join(draft, 'pg_hba.conf'), ACCESS_RULES, { flush: true });
  await setUpRole(folder, { dataFolder: draft }, binaries, password);
  // Renamed when complete, so that a killed process never leaves a partial cluster.
  await fs.rename(draft, folder.cluster);
  await flushFolder(folder.path);
}

/**
 * Creates the roles and the database unless they exist, and sets the passwords. It runs PostgreSQL in single-user mode,
 * because no login is possible before; the server must be stopped.
 * @param inherited `dataFolder` is that of the cluster.
 */
export async function setUpRole(
  folder: DataFolder,
  inherited: Inherited & { readonly dataFolder: string },
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  // One statement per line. A statement for something that exists fails alone; a later login verifies the result.
  const statements = [
    `CREATE ROLE ${OWNER_ROLE}`,
    `ALTER ROLE ${OWNER_ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
    `CREATE ROLE ${APPLICATION_ROLE}`,
    `ALTER ROLE ${APPLICATION_ROLE} LOGIN PASSWORD '${applicationPassword({ password })}'`,
    // Allows the owner to terminate the application's connections, and then to drop their database.
    `GRANT ${APPLICATION_ROLE} TO ${OWNER_ROLE}`,
    `CREATE DATABASE souk OWNER ${OWNER_ROLE} ENCODING UTF8`,
  ];
  const quiet = ['-c', 'log_min_error_statement=panic'];
  const data = dataArgument(binaries.runner, inherited.dataFolder);
  const args = ['--single', '-D', data, ...quiet, 'template1'];
  const finished = await run(binaries.runner, [programPath(binaries, 'postgres'), ...args], {
    ...inherited,
    input: `${statements.join('\n')}\n`,
  });
  await expectSuccess(folder, finished, 'could not prepare its database');
}

/** Gives the cluster to the user that PostgreSQL runs as, in case an earlier start used another one. */
export async function handOver(cluster: string, owner: Owner): Promise<void> {
  if ((await fs.stat(cluster)).uid === owner.uid) return;
  for (const entry of await fs.readdir(cluster, { recursive: true })) {
    await fs.lchown(join(cluster, entry), owner.uid, owner.gid);
  }
  // Last, because the check above takes its owner as the owner of all files.
  await fs.chown(cluster, owner.uid, owner.gid);
}

/** Creates an empty folder (mode 0700) for a new cluster, and removes those of killed processes. */
async function openDraft(folder: DataFolder): Promise<string> {
  for (const name of await fs.readdir(folder.path)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    // An initdb that has outlived its killed parent may still write there; it fails then.
    await fs.rm(join(folder.path, name), { recursive: true, force: true, maxRetries: 5 });
  }
  return fs.mkdtemp(join(folder.path, DRAFT_PREFIX));
}

async function initialize(
  folder: DataFolder,
  draft: string,
  binaries: PostgresBinaries,
): Promise<void> {
  const locale =
    binaries.major >= FIRST_BUILTIN_LOCALE
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C'];
  const finished = await run(
    binaries.runner,
    [
      programPath(binaries, 'initdb'),
      ...['-D', dataArgument(binaries.runner, draft), '--username=postgres', '--encoding=UTF8'],
      ...['--auth-local=reject', '--auth-host=scram-sha-256', '--data-checksums', ...locale],
    ],
    { dataFolder: draft },
  );
  await expectSuccess(folder, finished, 'could not make its data folder');
}

async function expectSuccess(folder: DataFolder, finished: Finished, what: string): Promise<void> {
  if (finished.code === 0) return;
  const output = finished.stdout + finished.stderr;
  await fs.appendFile(folder.log, output, { mode: 0o600 }).catch(() => undefined);
  if (await isDiskFull(folder, output)) throw diskFull(folder.path);
  throw new EmbeddedPostgresError(
    `PostgreSQL ${what}: ${telltaleLine(output)} (its log is ${folder.log}).`,
  );
}

async function flushFolder(path: string): Promise<void> {
  // Windows cannot flush a folder, and need not.
  if (process.platform === 'win32') return;
  const handle = await fs.open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
