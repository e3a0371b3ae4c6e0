import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { signalAll, withChildren } from '../chaos/database-processes.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { createShopDatabase, servers, SUPERUSER } from './cluster.js';
import { launch, ordinaryUser, postgresProgram } from './programs.js';

const ETCD = '/usr/bin/etcd';
const PATRONI = '/usr/bin/patroni';
const REPLICATION = { name: 'replicator', password: 'drill-replicator' };
const NODES = ['db1', 'db2'];

/** What all nodes share, as Patroni keeps it in etcd. */
const DCS = {
  // Seconds; a leader that is gone for longer than `ttl` is replaced.
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  synchronous_mode: true,
  postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on', shared_buffers: '32MB' } },
};

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly restPort: number;
  child?: ChildProcess;
}

/** Two PostgreSQL servers that Patroni keeps, with etcd beside them; the standby is synchronous. */
export class PatroniCluster {
  private constructor(
    private readonly folder: string,
    private readonly etcd: ChildProcess,
    private readonly nodes: readonly Node[],
  ) {
    servers.add(this);
  }

  /** Starts it with the migrated database of a shop; the standby streams when the method returns. */
  static async start(): Promise<PatroniCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'souk-patroni-'));
    await own(folder);
    const { etcd, port } = await startEtcd(join(folder, 'etcd'));
    const nodes: Node[] = [];
    for (const name of NODES) {
      const node = { name, folder: join(folder, name), port: await freePort() };
      nodes.push({ ...node, restPort: await freePort() });
    }
    const cluster = new PatroniCluster(folder, etcd, nodes);
    try {
      for (const node of nodes) {
        await mkdir(node.folder);
        await own(node.folder);
        await writeFile(join(node.folder, 'patroni.yml'), await settingsOf(node, port));
        await cluster.startNode(node);
        await until(() => cluster.leader());
      }
      const leader = await cluster.leader();
      if (leader) await createShopDatabase(leader.port);
      await cluster.untilSynchronous();
      return cluster;
    } catch (error) {
      const logs = await Promise.all(nodes.map(({ folder }) => logOf(folder)));
      await cluster.remove();
      throw new Error(logs.join('\n'), { cause: error });
    }
  }

  /** Lines for haproxy: it leads to the node that Patroni calls primary, and cuts the sessions of the other. */
  proxyLines(port: number): string[] {
    return [
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 1h',
      '  timeout server 1h',
      '  timeout check 2s',
      'listen postgres',
      `  bind 127.0.0.1:${port}`,
      '  option httpchk GET /primary',
      '  http-check expect status 200',
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...this.nodes.map(
        (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
      ),
    ];
  }

  /** Kills Patroni and PostgreSQL of the leader, as a power cut does. @returns what starts them again. */
  async killLeader(): Promise<() => Promise<void>> {
    const leader = await until(() => this.leader());
    await this.killNode(leader);
    return () => this.startNode(leader);
  }

  /** Resolves when there is a leader; another one than the killed one, which does not answer. */
  async untilLed(): Promise<void> {
    await until(async () => (await this.leader()) !== undefined);
  }

  async untilSynchronous(): Promise<void> {
    await until(async () => (await this.find('synchronous')) !== undefined);
  }

  async remove(): Promise<void> {
    if (!servers.delete(this)) return;
    for (const node of this.nodes) await this.killNode(node);
    await ended(this.etcd, () => this.etcd.kill('SIGKILL'));
    await rm(this.folder, { recursive: true, force: true });
  }

  private leader(): Promise<Node | undefined> {
    return this.find('primary');
  }

  private async find(role: string): Promise<Node | undefined> {
    for (const node of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${node.restPort}/${role}`).catch(
        () => undefined,
      );
      if (answer?.ok) return node;
    }
    return undefined;
  }

  private async startNode(node: Node): Promise<void> {
    const log = await open(join(node.folder, 'log'), 'a');
    const stdio: ('ignore' | number)[] = ['ignore', log.fd, log.fd];
    node.child = await launch(PATRONI, [join(node.folder, 'patroni.yml')], { stdio, cwd: '/' });
    await log.close();
  }

  private async killNode({ folder, child }: Node): Promise<void> {
    if (!child) return;
    const postmaster = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(
      () => '',
    );
    const [line = ''] = postmaster.split('\n');
    const family = /^\d+$/.test(line) ? await withChildren(Number(line)) : [];
    await ended(child, () => child.kill('SIGKILL'));
    signalAll(family, 'SIGKILL');
  }
}

async function startEtcd(folder: string): Promise<{ etcd: ChildProcess; port: number }> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const words = ['--data-dir', folder, '--listen-client-urls', clients];
  const more = ['--advertise-client-urls', clients, '--listen-peer-urls', peers];
  const cluster = ['--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`];
  const options = { stdio: 'ignore', cwd: dirname(folder) } as const;
  const etcd = await launch(ETCD, [...words, ...more, ...cluster], options);
  await until(async () => (await fetch(`${clients}/health`).catch(() => undefined))?.ok);
  return { etcd, port };
}

/** JSON is YAML, too. */
async function settingsOf(
  { name, folder, port, restPort }: Node,
  etcdPort: number,
): Promise<string> {
  const [address, rest] = [`127.0.0.1:${port}`, `127.0.0.1:${restPort}`];
  const login = ({ name: username, password }: typeof REPLICATION) => ({ username, password });
  const access = [
    'host replication replicator 127.0.0.1/32 scram-sha-256',
    'host all all 127.0.0.1/32 scram-sha-256',
  ];
  return JSON.stringify({
    scope: 'souk',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: { dcs: DCS, initdb: [{ encoding: 'UTF8' }, 'data-checksums'] },
    postgresql: {
      listen: address,
      connect_address: address,
      bin_dir: dirname(await postgresProgram('postgres')),
      data_dir: join(folder, 'data'),
      pgpass: join(folder, 'pgpass'),
      pg_hba: access,
      authentication: { superuser: login(SUPERUSER), replication: login(REPLICATION) },
      parameters: { unix_socket_directories: folder },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  });
}

async function own(folder: string): Promise<void> {
  const { uid, gid } = await ordinaryUser();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
}

async function ended(child: ChildProcess, end: () => unknown): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  end();
  await exit;
}

async function logOf(folder: string): Promise<string> {
  const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
  return log.split('\n').slice(-20).join('\n');
}
