import { configFor, type Settings, type SoukConfig } from '../config/souk-config.js';
import { loadSecretKeys, startEmbeddedPostgres } from './embedded/index.js';

/** An open database server, and the configuration with its addresses and keys. */
export interface DatabaseServer {
  readonly config: SoukConfig;
  /** True for the embedded PostgreSQL. */
  readonly embedded: boolean;
  /** Call after every pool has closed. It stops the embedded PostgreSQL only. */
  stop(): Promise<void>;
}

/**
 * Uses DATABASE_URL, or starts (or joins) the embedded PostgreSQL of the data folder.
 * @param watch starts the embedded PostgreSQL again when it dies, until `stop`.
 * @throws an error whose message is one sentence for the operator.
 */
export async function openDatabaseServer(
  settings: Settings,
  log: (line: string) => void,
  watch = false,
): Promise<DatabaseServer> {
  if (settings.DATABASE_URL !== undefined) {
    const config = configFor(settings, undefined);
    return { config, embedded: false, stop: () => Promise.resolve() };
  }
  const dataDir = settings.SOUK_DATA_DIR;
  const secretKeys = await loadSecretKeys(dataDir, log);
  const server = await startEmbeddedPostgres({ dataDir, log, watch });
  const [url, directUrl] = [local(server.url), local(server.directUrl)];
  return {
    config: configFor(settings, { url, directUrl, dataDir, secretKeys }),
    embedded: true,
    stop: () => server.stop(),
  };
}

/**
 * Standard variables such as PGSSLMODE must not apply to the embedded PostgreSQL, and it is read although it cannot be
 * written, which is so while its disk is full.
 */
function local(url: string): string {
  return `${url}?sslmode=disable&target_session_attrs=any`;
}
