import { chmod, chown, copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CERTIFICATE_FILES } from './certificate-files.js';
import { onServer } from './server-connection.js';
import { startSuperuserServer, type SuperuserServer } from './superuser-server.js';
import { until } from './until.js';

/** A role of the tests alone, which can always connect. */
const KEEPER = 'keeper';
const KEEPER_ENTRY = `hostnossl all ${KEEPER} 127.0.0.1/32 scram-sha-256`;

interface Access {
  /** The file of the server's certificate; undefined for a server without TLS. */
  readonly certificate?: string | undefined;
  /** What pg_hba.conf allows. */
  readonly allowed?: string;
}

/** A PostgreSQL server for one test file, which can encrypt its connections. */
export class TlsServer {
  private constructor(private readonly server: SuperuserServer) {}

  static async start(): Promise<TlsServer> {
    const server = await startSuperuserServer();
    await onServer(server.url.href, (client) =>
      client.query(`CREATE ROLE ${KEEPER} SUPERUSER LOGIN PASSWORD '${KEEPER}'`),
    );
    return new TlsServer(server);
  }

  /** Has new connections be as given from now on. */
  async use({ certificate, allowed = 'host all souk all scram-sha-256' }: Access): Promise<void> {
    await this.copyIn(CERTIFICATE_FILES.authority, 'root.crt');
    await this.copyIn(CERTIFICATE_FILES.serverKey, 'server.key');
    await this.copyIn(certificate ?? CERTIFICATE_FILES.server, 'server.crt');
    const rules = join(this.server.dataFolder, 'pg_hba.conf');
    await writeFile(rules, `${KEEPER_ENTRY}\n${allowed}\n`);
    await this.query("ALTER SYSTEM SET ssl_ca_file = 'root.crt'");
    await this.query(`ALTER SYSTEM SET ssl = '${certificate === undefined ? 'off' : 'on'}'`);
    const [{ before } = {}] = await this.query('SELECT pg_conf_load_time()::text AS before');
    await this.query('SELECT pg_reload_conf()');
    // A new connection has what the server has read.
    const sql = `SELECT FROM pg_settings WHERE pg_conf_load_time() > '${String(before)}' LIMIT 1`;
    await until(async () => (await this.query(sql)).length === 1);
  }

  /** Asks the server on a new connection. */
  async query(sql: string): Promise<Record<string, unknown>[]> {
    const keeper = new URL(this.server.url);
    [keeper.username, keeper.password] = [KEEPER, KEEPER];
    return onServer(keeper.href, async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(sql);
      return rows;
    });
  }

  /** The address of the database as the owner of its tables. */
  url(parameters = '', host = 'localhost'): string {
    const url = new URL(this.server.url);
    url.hostname = host;
    return `${url.href}${parameters}`;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private async copyIn(file: string, name: string): Promise<void> {
    const path = join(this.server.dataFolder, name);
    await copyFile(file, path);
    const { uid, gid } = await stat(this.server.dataFolder);
    await chown(path, uid, gid);
    // PostgreSQL takes no key that others can read.
    await chmod(path, 0o600);
  }
}
